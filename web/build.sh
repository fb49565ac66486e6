#!/usr/bin/env bash
# Builds the site into web/app/dist: static files for any host, and what
# `longjump play` serves when it is built afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."

bash apps/browser/build.sh
cd web
# Not `npm ci`: it refuses a lock file without the builds of a package for systems
# that the registry does not have; versions are those of the lock file all the same, which stays as it is.
npm install --no-save --loglevel=error
npm run --silent build
