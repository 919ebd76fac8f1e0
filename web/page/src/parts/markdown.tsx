// As much Markdown as the rules pages need: headings, paragraphs, lists, tables, **bold**, *italic*,
// and ![caption](name) for a figure that the page brings along.
import type { ComponentChildren, FunctionComponent, VNode } from "preact";

type Figures = Record<string, FunctionComponent>;

function inline(text: string): ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    if (part.startsWith("**")) return <strong>{part.slice(2, -2)}</strong>;
    if (part.startsWith("*") && part.length > 2) return <em>{part.slice(1, -1)}</em>;
    return part;
  });
}

function cells(line: string): string[] {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
}

function table(lines: string[]): VNode {
  const [head = "", , ...rows] = lines;
  return (
    <div class="table-frame">
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
  if (/^[-*] /.test(lines[0]!)) {
    return <ul>{items(lines, /^[-*] /).map((item) => <li>{inline(item)}</li>)}</ul>;
  }
  if (/^\d+\. /.test(lines[0]!)) {
    return <ol>{items(lines, /^\d+\. /).map((item) => <li>{inline(item)}</li>)}</ol>;
  }
  return <p>{inline(lines.join(" "))}</p>;
}

/** List items; a line without a mark continues the one before. */
function items(lines: string[], mark: RegExp): string[] {
  const list: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) list.push(line.replace(mark, ""));
    else list[list.length - 1] += ` ${line.trim()}`;
  }
  return list;
}

export function Markdown({ text, figures = {} }: { text: string; figures?: Figures }) {
  return <>{text.trim().split(/\n\s*\n/).map((part) => block(part, figures))}</>;
}
