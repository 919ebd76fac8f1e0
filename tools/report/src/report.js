// Puts the charts and the list of matches into the page that the program has written.
import * as charts from "./charts.js";
import { showMatches } from "./matches.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { report, matches } = data;

const ranked = [...report.bots].sort((a, b) => a.rank - b.rank).map((bot) => [bot.name, bot]);
const seats = report.by_seat.map((tally, i) => [`seat ${i + 1}`, tally]);
const hasMatches = matches.number.length > 0;

const drawings = {
    ratings: (width) => [charts.ratings(report, width)],
    cross: (width) => [charts.cross(report, width)],
    lengths: (width) => [charts.lengths(matches.moves, width)],
    seats: (width) => [key(), charts.outcomes(seats, width, "Outcomes by seat")],
    outcomes: (width) => [key(), charts.outcomes(ranked, width, "Outcomes by bot")],
};

// The colours of won, drawn and lost.
function key() {
    const list = document.createElement("p");
    list.className = "key";
    for (const word of ["won", "drawn", "lost"]) {
        const swatch = document.createElement("i");
        swatch.style.background = `var(--${word})`;
        const entry = document.createElement("span");
        entry.append(swatch, word);
        list.append(entry);
    }
    return list;
}

function draw() {
    for (const [id, make] of Object.entries(drawings)) {
        const place = document.getElementById(id);
        if (place && hasMatches) {
            try {
                place.replaceChildren(...make(Math.max(280, place.clientWidth)));
            } catch (error) { // the tables are there all the same
                place.replaceChildren(`This chart could not be drawn: ${error.message}`);
            }
        }
    }
}

function showLengths() {
    const rows = charts.lengthRows(matches.moves)
        .map(([range, count]) => `<tr><th scope="row">${range}</th><td>${count}</td></tr>`);
    document.getElementById("lengths-table").innerHTML =
        `<details><summary>As a table</summary><table><thead><tr><th scope="col">actions</th>` +
        `<th scope="col">matches</th></tr></thead><tbody>${rows.join("")}</tbody></table></details>`;
}

// Charts are drawn for a width and for colours; when these change they are drawn again.
let width = 0;
new ResizeObserver(() => {
    if (document.body.clientWidth !== width) {
        width = document.body.clientWidth;
        draw();
    }
}).observe(document.body);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

draw();
if (hasMatches) {
    showLengths();
    showMatches(data, document.getElementById("matches"));
}
