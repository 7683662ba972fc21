/**
 * Build the unpacked extension: `node build.mjs [OUTPUT]`, by default into dist/chrome.
 *
 * FIXTURE_PORT is where the extension asks for the state it begins with, CHAIN_PORT where the node is that a state
 * without networks means.
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
config.fixtureUrl = withPort(config.fixtureUrl, process.env.FIXTURE_PORT);
config.chainUrl = withPort(config.chainUrl, process.env.CHAIN_PORT);
await writeFile(file, `${JSON.stringify(config, null, 2)}\n`);

// The old build stays usable until the new one is complete.
await rm(output, { recursive: true, force: true });
await rename(aside, output);
process.stdout.write(`built ${output}\n`);

function withPort(address, port) {
  const url = new URL(address);
  url.port = port || url.port;
  return url.href;
}
