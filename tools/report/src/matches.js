// The list of matches: filtered by bot, page by page, with links to the replays.
const PAGE = 20;

function element(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
}

// The columns of the data as one object per match.
function unfold(data) {
    const { number, moves, bots, places, forfeits } = data.matches;
    const seats = data.report.seats;
    return number.map((n, i) => ({
        number: n,
        moves: moves[i],
        seats: Array.from({ length: seats }, (_, s) => ({
            bot: bots[i * seats + s],
            place: places[i * seats + s],
            forfeit: forfeits[i * seats + s],
        })),
    }));
}

function describe(match, report) {
    const order = match.seats.map((seat, s) => ({ ...seat, s })).sort((a, b) => a.place - b.place || a.s - b.s);
    const cell = element("td", { class: "names" });
    order.forEach((seat, i) => {
        const name = report.bots[seat.bot].name + (seat.forfeit ? " (forfeited)" : "");
        const between = i === 0 ? "" : seat.place === order[i - 1].place ? " = " : " > ";
        cell.append(between, seat.place === 1 ? element("strong", {}, name) : name);
    });
    return cell;
}

function row(match, data) {
    const cells = [element("td", {}, `${match.number}`), describe(match, data.report),
                   element("td", {}, match.seats.map((seat) => data.report.bots[seat.bot].name).join(", ")),
                   element("td", {}, `${match.moves}`)];
    cells[2].className = "names";
    if (data.replays !== null) {
        const file = `${String(match.number).padStart(6, "0")}.ndjson`;
        cells.push(element("td", {}, element("a", { href: data.replays + file }, "replay")));
    }
    return element("tr", {}, ...cells);
}

function head(data) {
    const titles = ["#", "result", "seats", "actions", ...(data.replays !== null ? ["replay"] : [])];
    return element("thead", {}, element("tr", {}, ...titles.map((title, i) =>
        element("th", { scope: "col", class: i === 1 || i === 2 ? "names" : "" }, title))));
}

function choice(label, options) {
    const select = element("select", {}, ...options.map(([value, text]) => element("option", { value }, text)));
    return [element("label", {}, `${label} `, select), select];
}

export function showMatches(data, place) {
    const all = unfold(data);
    const [botLabel, bot] = choice("Matches of", [["", "all bots"],
        ...data.report.bots.map((b, i) => [`${i}`, b.name])]);
    const [kindLabel, kind] = choice("that are", [["", "any"], ["drawn", "drawn"], ["long", "longest first"],
                                                  ["short", "shortest first"], ["forfeit", "forfeited"]]);
    const count = element("span", { class: "count", role: "status" });
    const before = element("button", { type: "button" }, "Previous");
    const after = element("button", { type: "button" }, "Next");
    const body = element("tbody");
    let at = 0;

    const selected = () => {
        const list = all.filter((match) =>
            (bot.value === "" || match.seats.some((seat) => seat.bot === Number(bot.value))) &&
            (kind.value !== "drawn" || match.seats.filter((seat) => seat.place === 1).length > 1) &&
            (kind.value !== "forfeit" || match.seats.some((seat) => seat.forfeit)));
        const sign = { long: -1, short: 1 }[kind.value];
        return sign ? list.sort((a, b) => sign * (a.moves - b.moves)) : list;
    };
    const show = () => {
        const list = selected();
        at = Math.max(0, Math.min(at, Math.floor((list.length - 1) / PAGE) * PAGE));
        body.replaceChildren(...list.slice(at, at + PAGE).map((match) => row(match, data)));
        const last = Math.min(at + PAGE, list.length);
        count.textContent = list.length ? `${at + 1}–${last} of ${list.length}` : "none";
        before.disabled = at === 0;
        after.disabled = last >= list.length;
    };
    const reset = () => {
        at = 0;
        show();
    };
    bot.addEventListener("change", reset);
    kind.addEventListener("change", reset);
    before.addEventListener("click", () => { at -= PAGE; show(); });
    after.addEventListener("click", () => { at += PAGE; show(); });
    place.replaceChildren(
        element("div", { class: "tools" }, botLabel, kindLabel, count, before, after),
        element("div", { class: "scroll" }, element("table", {}, head(data), body)));
    show();
}
