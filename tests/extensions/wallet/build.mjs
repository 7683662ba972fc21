/**
 * Build the unpacked extension: `node build.mjs [OUTPUT]`, by default into dist/chrome.
 *
 * FIXTURE_PORT and FIXTURE_HOST, where they are set, are where the extension asks for the state it begins with.
 */
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const home = dirname(fileURLToPath(import.meta.url));
const output = resolve(process.argv[2] ?? join(home, "dist/chrome"));
const aside = `${output}.part`;

await rm(aside, { recursive: true, force: true });
await mkdir(dirname(output), { recursive: true });
await cp(join(home, "src"), aside, { recursive: true });

const file = join(aside, "config.json");
const config = JSON.parse(await readFile(file, "utf8"));
const url = new URL(config.fixtureUrl);
url.hostname = process.env.FIXTURE_HOST || url.hostname;
url.port = process.env.FIXTURE_PORT || url.port;
await writeFile(file, `${JSON.stringify({ ...config, fixtureUrl: url.href }, null, 2)}\n`);

// The old build stays usable until the new one is complete.
await rm(output, { recursive: true, force: true });
await rename(aside, output);
process.stdout.write(`built ${output}\n`);
