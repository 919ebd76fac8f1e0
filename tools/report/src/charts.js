// The charts of a report, each a function from data and width to an SVG element.
import * as Plot from "@observablehq/plot";

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const percent = (share) => `${(100 * share).toFixed(1)} %`;

// Room for the longest name on the left.
const nameMargin = (names) => 18 + 7.3 * Math.min(28, Math.max(...names.map((name) => name.length)));
const shorten = (name) => (name.length > 28 ? `${name.slice(0, 27)}…` : name);

const signed = (elo) => `${elo < 0 ? "−" : "+"}${Math.abs(elo).toFixed(0)}`;

const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const mix = (a, b, t) => `rgb(${channels(a).map((c, i) => Math.round(c + t * (channels(b)[i] - c)))})`;

// From lost over nothing to won, in the colours of the theme.
function shades() {
    const [low, middle, high] = [color("--lost"), color("--middle"), color("--won")];
    return (t) => (t < 0.5 ? mix(low, middle, 2 * t) : mix(middle, high, 2 * t - 1));
}

// Black or white, whichever is easier to read on this colour.
function inkOn(rgb) {
    const [r, g, b] = rgb.match(/\d+/g).map((c) => (c / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#101418" : "#ffffff";
}

export function ratings(report, width) {
    const bots = report.bots
        .filter((bot) => bot.elo !== null)
        .sort((a, b) => a.rank - b.rank)
        .map((bot) => ({ ...bot, low: bot.elo - bot.interval, high: bot.elo + bot.interval }));
    const names = bots.map((bot) => bot.name);
    const tell = (bot) =>
        bot.name === report.anchor
            ? `${bot.name}: 0 (anchor)`
            : `${bot.name}: ${signed(bot.elo)} ± ${bot.interval.toFixed(0)}`;
    return Plot.plot({
        width,
        height: 60 + 30 * bots.length,
        marginLeft: nameMargin(names),
        marginRight: 28,
        marginTop: 8,
        marginBottom: 40,
        ariaLabel: "Ratings with 95 % intervals",
        ariaDescription: bots.map(tell).join("; "),
        x: { label: "Elo, relative to the anchor →", labelAnchor: "right", nice: true, grid: true },
        y: { domain: names, label: null, tickSize: 0, tickFormat: shorten, padding: 0.5 },
        marks: [
            Plot.ruleX([0], { stroke: color("--soft"), strokeDasharray: "3,3" }),
            Plot.ruleY(bots.filter((bot) => bot.interval > 0), {
                x1: "low",
                x2: "high",
                y: "name",
                stroke: color("--accent"),
                strokeWidth: 2.5,
                strokeLinecap: "round",
                strokeOpacity: 0.55,
                marker: "tick",
            }),
            Plot.dot(bots, { x: "elo", y: "name", r: 5, fill: color("--accent") }),
            Plot.tip(bots, Plot.pointerY({ x: "elo", y: "name", title: tell })),
        ],
    });
}

export function cross(report, width) {
    const order = [...report.bots.keys()].sort((a, b) => report.bots[a].rank - report.bots[b].rank);
    const names = order.map((bot) => report.bots[bot].name);
    const cells = [];
    for (const a of order) {
        for (const b of order) {
            const [wins, draws, losses] = [report.wins[a][b], report.draws[a][b], report.wins[b][a]];
            const met = wins + draws + losses;
            if (met > 0) {
                const score = (wins + draws / 2) / met;
                const above = report.superiority[a][b];
                cells.push({ row: report.bots[a].name, column: report.bots[b].name,
                             wins, draws, losses, score, above });
            }
        }
    }
    const margin = nameMargin(names);
    const wanted = names.length <= 10 ? 30 + 7.3 * Math.max(...names.map((name) => shorten(name).length)) : 48;
    const cell = Math.min(Math.max(56, wanted), 130, (width - margin - 16) / names.length);
    const tall = Math.min(40, cell);
    const longest = Math.max(...names.map((name) => shorten(name).length));
    const slanted = longest * 7.3 + 8 > cell;
    const hasText = cell >= 34;
    const shade = shades();
    return Plot.plot({
        width: Math.min(width, margin + cell * names.length + (slanted ? 76 : 16)),
        height: tall * names.length + (slanted ? 30 + longest * 5 : 34),
        marginLeft: margin,
        marginTop: slanted ? 22 + longest * 5 : 26,
        marginRight: slanted ? 76 : 16,
        marginBottom: 8,
        ariaLabel: "Heat map of points against each opponent",
        x: { domain: names, label: null, axis: "top", tickSize: 0, tickFormat: shorten,
             tickRotate: slanted ? -40 : 0 },
        y: { domain: names, label: null, tickSize: 0, tickFormat: shorten },
        color: { type: "diverging", interpolate: shade, domain: [0, 1], pivot: 0.5,
                 legend: !hasText, label: "points", tickFormat: (share) => `${100 * share} %` },
        marks: [
            Plot.cell(cells, { x: "column", y: "row", fill: "score", inset: 1, rx: 3 }),
            hasText
                ? Plot.text(cells, {
                      x: "column",
                      y: "row",
                      text: (entry) => (100 * entry.score).toFixed(cell >= 44 ? 1 : 0),
                      fill: (entry) => inkOn(shade(entry.score)),
                      fontVariant: "tabular-nums",
                  })
                : null,
            Plot.tip(cells, Plot.pointer({
                x: "column",
                y: "row",
                title: (entry) =>
                    `${entry.row} against ${entry.column}: ${percent(entry.score)}\n` +
                    `${entry.wins} won, ${entry.draws} drawn, ${entry.losses} lost\n` +
                    `stronger with likelihood ${percent(entry.above)}`,
            })),
        ],
    });
}

// Bins of a round width: at most about thirty, never narrower than one action.
export function bins(values) {
    const least = values.reduce((a, b) => Math.min(a, b)); // there may be too many for arguments
    const most = values.reduce((a, b) => Math.max(a, b));
    const rough = Math.max(1, (most - least + 1) / 30);
    const scale = 10 ** Math.floor(Math.log10(rough));
    const width = Math.max(1, [1, 2, 5, 10].map((step) => step * scale).find((step) => step >= rough));
    const start = Math.floor(least / width) * width;
    const count = Math.floor((most - start) / width) + 1;
    const result = Array.from({ length: count }, (_, i) => ({
        from: start + i * width,
        to: start + (i + 1) * width,
        matches: 0,
    }));
    for (const value of values) {
        result[Math.floor((value - start) / width)].matches++;
    }
    return result;
}

const label = (bin) => (bin.to - bin.from === 1 ? `${bin.from}` : `${bin.from} to ${bin.to - 1}`);

export function lengths(moves, width) {
    const sorted = [...moves].sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    if (sorted[0] === sorted.at(-1)) {
        return `All matches take ${median} actions.`;
    }
    // A bar stands around its numbers, not behind them.
    const data = bins(sorted).map((bin) => ({ ...bin, left: bin.from - 0.5, right: bin.to - 0.5 }));
    const isLeft = median < (sorted[0] + sorted.at(-1)) / 2;
    return Plot.plot({
        width,
        height: 270,
        marginLeft: 56,
        marginTop: 40,
        marginBottom: 40,
        ariaLabel: "Histogram of the lengths of matches",
        ariaDescription: `Half of the matches take ${median} actions or fewer.`,
        x: { label: "actions →", tickFormat: (value) => (Number.isInteger(value) ? `${value}` : "") },
        y: { label: "↑ matches", grid: true },
        marks: [
            Plot.rectY(data, { x1: "left", x2: "right", y: "matches", fill: color("--accent"),
                               fillOpacity: 0.8, inset: 0.5, rx: 1 }),
            Plot.ruleY([0], { stroke: color("--soft") }),
            Plot.ruleX([median], { stroke: color("--ink"), strokeDasharray: "4,3", insetTop: -18 }),
            Plot.text([median], { x: (x) => x, frameAnchor: "top", dy: -18, dx: isLeft ? 6 : -6,
                                  textAnchor: isLeft ? "start" : "end", lineAnchor: "top",
                                  text: (x) => `median ${x}`, fill: color("--ink") }),
            Plot.tip(data, Plot.pointerX({
                x: (bin) => (bin.left + bin.right) / 2,
                y: "matches",
                title: (bin) => `${label(bin)} actions: ${bin.matches} matches`,
            })),
        ],
    });
}

export const lengthRows = (moves) => bins(moves).map((bin) => [label(bin), bin.matches]);

const kinds = ["wins", "draws", "losses"];
const words = { wins: "won", draws: "drawn", losses: "lost" };

// Won, drawn and lost as parts of a whole; `rows` are [name, tally].
export function outcomes(rows, width, title) {
    const parts = rows.flatMap(([name, tally]) =>
        kinds.map((kind) => ({
            name,
            kind,
            count: tally[kind],
            share: tally.matches ? tally[kind] / tally.matches : 0,
        })));
    const names = rows.map(([name]) => name);
    return Plot.plot({
        width,
        height: 44 + 28 * rows.length,
        marginLeft: nameMargin(names),
        marginTop: 6,
        marginRight: 28,
        marginBottom: 34,
        ariaLabel: title,
        x: { label: null, percent: true, domain: [0, 100], grid: true, ticks: 5,
             tickFormat: (value) => `${value} %` },
        y: { domain: names, label: null, tickSize: 0, tickFormat: shorten, padding: 0.25 },
        color: { domain: kinds,
                 range: [color("--won"), color("--drawn"), color("--lost")] },
        marks: [
            Plot.barX(parts, { x: "share", y: "name", z: "kind", fill: "kind", order: kinds,
                               insetRight: 1 }),
            Plot.tip(parts, Plot.pointer(Plot.stackX({
                x: "share",
                y: "name",
                z: "kind",
                order: kinds,
                title: (part) => `${part.name}: ${part.count} ${words[part.kind]} (${percent(part.share)})`,
            }))),
        ],
    });
}
