// Bundles script, style and page into one HTML file with open places, and that into a C source.
//   node bundle.mjs OUTPUT.c       in a folder with src/ and node_modules/
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const [output] = process.argv.slice(2);

async function bundle(entry) {
    const result = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        metafile: true,
        charset: "utf8",
        format: "iife",
        target: "es2022",
        legalComments: "none", // the licences are put in as a whole
        loader: { ".css": "css" },
    });
    return { text: result.outputFiles[0].text.trim(), inputs: Object.keys(result.metafile.inputs) };
}

// The packages whose files are in the bundle.
function packagesOf(inputs) {
    const names = inputs.map((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
    return [...new Set(names.filter(Boolean))].sort();
}

// Their licences, each text once.
function licences(packages) {
    const users = new Map();
    for (const name of packages) {
        const folder = path.join("node_modules", name);
        const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
        const { license } = JSON.parse(readFileSync(path.join(folder, "package.json")));
        const text = file ? readFileSync(path.join(folder, file), "utf8").trim() : `Licence: ${license}`;
        users.set(text, [...(users.get(text) ?? []), name]);
    }
    return [...users].map(([text, names]) => `${names.join(", ")}\n\n${text}`).join("\n\n----\n\n");
}

function fill(page, mark, text) {
    const parts = page.split(`<!--agon:${mark}-->`);
    if (parts.length !== 2) {
        throw new Error(`the page has ${parts.length - 1} places for ${mark}`);
    }
    return parts.join(text);
}

// C as bytes: string literals have a limit.
function toC(text) {
    const bytes = [...Buffer.from(text, "utf8"), 0];
    const lines = [];
    for (let i = 0; i < bytes.length; i += 32) {
        lines.push(bytes.slice(i, i + 32).map((byte) => (byte > 127 ? byte - 256 : byte)).join(","));
    }
    return `// Made by tools/report.\n#include "apps/cli/tourney/report.h"\n\n` +
        `const char agon_cli_page_bundle[] = {\n${lines.join(",\n")}};\n`;
}

const script = await bundle("src/report.js");
const style = await bundle("src/style.css");
const packages = packagesOf(script.inputs);
let page = readFileSync("src/page.html", "utf8");
page = fill(page, "style", style.text);
page = fill(page, "script", script.text);
// A comment must not contain two hyphens.
page += `<!--\nThis page contains:\n\n${licences(packages).replaceAll("--", "- -")}\n-->\n`;
for (const mark of ["title", "body", "data"]) {
    fill(page, mark, "");
}
if (/<\/script/i.test(script.text) || !existsSync("src")) {
    throw new Error("the script would end its own element");
}
writeFileSync(output, toC(page));
console.log(`report: ${(page.length / 1024).toFixed(0)} KiB with ${packages.length} packages`);
