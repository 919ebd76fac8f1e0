// Before a match on a server begins: who is there, links to pass on, a seat to take.
import { useEffect, useState } from "preact/hooks";
import { titleOf } from "../games.ts";
import { address, api, type OnlineMatch, type OnlineSeat } from "../online/api.ts";
import { clientId, hold, holdingOf, keepName, keptName } from "../online/seats.ts";
import { MatchSocket } from "../online/socket.ts";
import { go } from "../router.ts";
import { fill, texts } from "../texts.ts";

interface Props {
  match: OnlineMatch;
  invite: string | null;
  /** The match has changed: it begins, or a seat was taken here. */
  onChange(match: OnlineMatch): void;
}

function CopyLine({ label, url }: { label: string; url: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(() => setIsCopied(true), () => setIsCopied(false));
  };
  return (
    <label class="field copy-line">
      <span>{label}</span>
      <span class="buttons">
        <input type="text" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={copy}>{isCopied ? texts.online.copied : texts.online.copy}</button>
      </span>
    </label>
  );
}

function seatNote(seat: OnlineSeat): string {
  if (seat.left) return texts.online.leftSeat;
  if (seat.kind === "person" && !seat.online) return texts.online.away;
  return texts.online.kinds[seat.kind] ?? seat.kind;
}

function Join({ match, invite, onChange }: Props) {
  const [name, setName] = useState(keptName);
  const [problem, setProblem] = useState<string | null>(null);
  const isOpen = match.seats.some((seat) => seat.kind === "open");
  if (!isOpen && !invite) return <p class="note">{texts.online.full}</p>;
  const join = async (event: Event): Promise<void> => {
    event.preventDefault();
    keepName(name.trim());
    const body = { client: clientId(), ...(invite ? { invite } : {}), ...(name.trim() ? { name: name.trim() } : {}) };
    const joined = await api.join(match.id, body);
    hold(match.id, { token: joined.token, invites: [] });
    onChange(joined.match);
  };
  return (
    <form onSubmit={(event) => void join(event).catch((error: Error) => setProblem(error.message))}>
      <label class="field">
        <span>{texts.online.yourName}</span>
        <input type="text" maxLength={40} value={name} autocomplete="nickname" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      {problem && <p class="refusal" role="alert">{problem}</p>}
      <button type="submit" class="primary">{texts.online.take}</button>
    </form>
  );
}

export function WaitingRoom({ match, invite, onChange }: Props) {
  const { token, invites } = holdingOf(match.id);
  const [failure, setFailure] = useState<string | null>(null);
  const [renewed, setRenewed] = useState(0);
  useEffect(() => {
    const socket = new MatchSocket(match.id, token, {
      match: onChange,
      view: () => {},
      clock: () => {},
      rematch: () => {},
      connection: () => {},
      failed: setFailure,
    }, async () => false);
    return () => socket.close();
  }, [match.id, token]);
  const leave = async (): Promise<void> => {
    await api.leave(match.id, token!);
    hold(match.id, { token: null, invites: [] }); // it is worth nothing any more
    go("#/online");
  };
  const inviteAgain = async (seat: number): Promise<void> => {
    const word = await api.invite(match.id, token!, seat);
    hold(match.id, { token, invites: invites.map((old) => (old.seat === seat ? { seat, invite: word } : old)) });
    setRenewed(renewed + 1);
  };
  const fail = (error: Error): void => setFailure(error.message);
  const isWaitedFor = ({ seat }: { seat: number }): boolean => match.seats[seat]?.kind === "invited";
  return (
    <section class="panel setup">
      <h1>{titleOf(match.game)}: {texts.online.waiting}</h1>
      <p class="lead" role="status">{failure ?? texts.online.waitingHelp}</p>
      <ul class="lobby-list">
        {match.seats.map((seat, index) => (
          <li key={index} class="lobby-line" style={{ "--seat": `var(--seat-${index})` }}>
            <span><i class="seat-dot" aria-hidden="true" /> {seat.name ?? seat.bot ?? fill(texts.setup.seat, { n: index + 1 })}{index === match.you && ` (${texts.setup.you})`}</span>
            <small>{seatNote(seat)}</small>
          </li>
        ))}
      </ul>
      <CopyLine label={texts.online.matchLink} url={address(`#/online/${match.id}`).href} />
      {invites.filter(isWaitedFor).map(({ seat, invite: word }) => (
        <div key={`${seat} ${word}`}>
          <CopyLine label={fill(texts.online.inviteLink, { n: seat + 1 })} url={address(`#/online/${match.id}/${word}`).href} />
          <p class="note">
            {texts.online.inviteHelp}{" "}
            <button type="button" class="quiet" onClick={() => void inviteAgain(seat).catch(fail)}>{texts.online.inviteAgain}</button>
          </p>
        </div>
      ))}
      {token === null ? <Join match={match} invite={invite} onChange={onChange} /> : (
        <button type="button" class="quiet" onClick={() => void leave().catch(fail)}>{texts.online.leave}</button>
      )}
    </section>
  );
}
