#!/usr/bin/env bash
# Makes the certificates that NATS is known by: certificates.sh FOLDER HOST...
#   deploy/certificates.sh /etc/nats/certificates nats 10.0.0.7
# Servers and workers get ca.pem; nats.pem and nats.key stay with NATS. What signed them is not kept,
# so that nobody can make more: to renew, run it again with an empty folder and hand ca.pem out anew.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 FOLDER HOST..." >&2; exit 2; }
folder=$1
shift
[ ! -e "$folder/nats.key" ] || { echo "$folder has certificates already; give another folder" >&2; exit 1; }
names=
for host in "$@"; do
    case $host in
        *[!0-9.]*) names+=",DNS:$host" ;;
        *) names+=",IP:$host" ;;
    esac
done
days=3650
mkdir -p "$folder"
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# openssl talks a lot; it is shown when something went wrong.
openssl_quietly() {
    openssl "$@" 2>"$work/said" || { cat "$work/said" >&2; exit 1; }
}
openssl_quietly req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days $days \
    -subj "/CN=Longjump's NATS authority" -keyout "$work/ca.key" -out "$folder/ca.pem"
openssl_quietly req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
    -subj "/CN=$1" -keyout "$folder/nats.key" -out "$work/request"
openssl_quietly x509 -req -in "$work/request" -CA "$folder/ca.pem" -CAkey "$work/ca.key" -set_serial 1 \
    -days $days -extfile <(echo "subjectAltName=${names#,}") -out "$folder/nats.pem"
chmod 644 "$folder/ca.pem" "$folder/nats.pem"
echo "$folder: ca.pem nats.pem nats.key, for $*"
