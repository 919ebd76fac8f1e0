// As much Markdown as manuals use, and as the terminal's reader understands
// (apps/terminal/screen/markdown.h): headings, paragraphs, lists (also within each other), tables, **bold**, *italic*,
// and ![caption](name) for a figure that the page brings along.
import type { ComponentChildren, FunctionComponent, VNode } from "preact";

import { texts } from "../texts.ts";

type Figures = Record<string, FunctionComponent>;

// A mark stands close to its words: "2 * 3 * 4" has none.
const STRESSED = /(\*\*(?! )[^*]+(?<! )\*\*|\*(?! )[^*]+(?<! )\*)/;
const MARK = /^(?:[-*]|\d+\.) /;

function inline(text: string): ComponentChildren[] {
  return text.split(STRESSED).map((part, i) => {
    if (i % 2 === 0) return part;
    return part.startsWith("**") ? <strong>{part.slice(2, -2)}</strong> : <em>{part.slice(1, -1)}</em>;
  });
}

function cells(line: string): string[] {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
}

function table(lines: string[]): VNode {
  const [head = "", , ...rows] = lines;
  return (
    <div class="table-frame" tabIndex={0} role="group" aria-label={texts.rulesPage.table}>
      <table>
        <thead><tr>{cells(head).map((cell) => <th scope="col">{inline(cell)}</th>)}</tr></thead>
        <tbody>
          {rows.map((row) => <tr>{cells(row).map((cell) => <td>{inline(cell)}</td>)}</tr>)}
        </tbody>
      </table>
    </div>
  );
}

function figure(caption: string, Drawing: FunctionComponent | undefined): VNode {
  return (
    <figure>
      {Drawing && <Drawing />}
      {caption && <figcaption>{inline(caption)}</figcaption>}
    </figure>
  );
}

function block(text: string, figures: Figures): VNode {
  const lines = text.split("\n");
  const picture = /^!\[(.*)\]\((\w+)\)$/.exec(lines[0]!);
  if (picture) return figure(picture[1]!, figures[picture[2]!]);
  const heading = /^(#{1,3}) (.*)$/.exec(lines[0]!);
  if (heading) {
    const title = inline(heading[2]!);
    const rest = lines.slice(1).join("\n");
    const Head = heading[1]!.length > 2 ? "h3" : "h2";
    return <><Head>{title}</Head>{rest && block(rest, figures)}</>;
  }
  if (lines[0]!.startsWith("|")) return table(lines);
  if (MARK.test(lines[0]!)) return list(lines);
  const end = lines.findIndex((line) => MARK.test(line) || line.startsWith("|"));
  if (end < 0) return <p>{inline(lines.join(" "))}</p>;
  return <><p>{inline(lines.slice(0, end).join(" "))}</p>{block(lines.slice(end).join("\n"), figures)}</>;
}

/** Lines of a list within an item, moved to the margin. */
function outdent(lines: string[]): string[] {
  const depth = lines[0]!.search(/\S/);
  return lines.map((line) => line.slice(Math.min(depth, line.search(/\S|$/))));
}

/** A line without a mark continues the item before, one that is further in begins a list within it. */
function list(lines: string[]): VNode {
  const items: string[][] = [];
  for (const line of lines) {
    if (MARK.test(line)) items.push([line.replace(MARK, "")]);
    else items.at(-1)!.push(line);
  }
  const children = items.map((item) => {
    const inner = item.findIndex((line, i) => i > 0 && MARK.test(line.trimStart()));
    const words = (inner < 0 ? item : item.slice(0, inner)).map((line) => line.trim()).join(" ");
    return <li>{inline(words)}{inner > 0 && list(outdent(item.slice(inner)))}</li>;
  });
  return /^\d/.test(lines[0]!) ? <ol>{children}</ol> : <ul>{children}</ul>;
}

export function Markdown({ text, figures = {} }: { text: string; figures?: Figures }) {
  return <>{text.trim().split(/\n\s*\n/).map((part) => block(part, figures))}</>;
}
