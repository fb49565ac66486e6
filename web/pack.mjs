// Writes the packages that others install, as `npm pack` makes them: node pack.mjs FOLDER, after apps/browser/build.sh.
// They differ from what is in the workspace in two ways: scripts are compiled, and types that are written by the
// program (`@longjump/wire`) lie beside them.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const WIRE = '@longjump/wire/layout';
const web = import.meta.dirname;
const out = process.argv[2] && resolve(process.argv[2]);
if (!out) throw new Error('usage: node pack.mjs FOLDER');

/** Compiles the sources of a package into dist/ of another folder. */
function compile(source, stage) {
    cpSync(join(web, 'wire/src/layout.ts'), join(stage, 'dist/layout.d.ts'));
    const config = {
        extends: join(source, 'tsconfig.json'),
        compilerOptions: {
            rootDir: join(source, 'src'),
            outDir: join(stage, 'dist'),
            declaration: true,
            paths: { [WIRE]: [join(stage, 'dist/layout.d.ts')] },
        },
        include: [join(source, 'src')],
        exclude: [join(source, 'src/**/*.test.ts')],
    };
    const path = join(stage, 'tsconfig.json');
    writeFileSync(path, JSON.stringify(config));
    execFileSync(join(web, 'node_modules/.bin/tsc'), ['--project', path], { stdio: 'inherit' });
    rmSync(path);
}

/** Lets types name what lies beside them instead of the workspace's own package. */
function nameTypes(stage) {
    const files = readdirSync(stage, { recursive: true }).filter((file) => file.endsWith('.d.ts'));
    for (const file of files) {
        const path = join(stage, file);
        const layout = relative(dirname(path), join(stage, 'dist/layout.js'));
        const types = readFileSync(path, 'utf8').replaceAll(WIRE, layout.startsWith('.') ? layout : `./${layout}`);
        // Not everybody's TypeScript is told that things can be disposed of.
        const library = types.includes('Symbol.dispose') ? '/// <reference lib="esnext.disposable" />\n' : '';
        writeFileSync(path, library + types);
    }
}

/** `./src/index.ts` is published as what is compiled from it; style sheets stay what they are. */
function published(target) {
    const built = target.replace(/^\.\/src\//, './dist/');
    const [name, isCompiled] = [built.replace(/\.ts$/, ''), built.endsWith('.ts')];
    return isCompiled ? { types: `${name}.d.ts`, default: `${name}.js` } : built;
}

function pack(name) {
    const source = join(web, name);
    const stage = mkdtempSync(join(tmpdir(), 'longjump-pack-'));
    try {
        const { scripts: _scripts, devDependencies: _ours, ...manifest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
        mkdirSync(join(stage, 'dist'));
        compile(source, stage);
        for (const file of readdirSync(join(source, 'src'))) if (file.endsWith('.css')) cpSync(join(source, 'src', file), join(stage, 'dist', file));
        const asItIs = manifest.files.filter((file) => file !== 'dist' && !file.startsWith('LICENSE'));
        for (const file of ['README.md', ...asItIs]) cpSync(join(source, file), join(stage, file), { recursive: true });
        for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(join(web, '..', licence), join(stage, licence));
        nameTypes(stage);
        manifest.exports = Object.fromEntries(Object.entries(manifest.exports).map(([key, target]) => [key, published(target)]));
        writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
        execFileSync('npm', ['pack', stage, '--pack-destination', out], { stdio: ['ignore', 'inherit', 'ignore'] });
    } finally {
        rmSync(stage, { recursive: true });
    }
}

mkdirSync(out, { recursive: true });
for (const name of ['engine', 'board']) pack(name);
