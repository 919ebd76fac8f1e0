// Every English text of the page, in one place. Sections per game: `games` (what people see before
// a match), `boards` (on the board) and `rules` (the rules pages, in a small Markdown: #, ##, lists,
// tables, **bold**, paragraphs).

/** Puts values into a text: fill("{a} of {b}", {a: 1, b: 2}). */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    key in values ? String(values[key]) : whole,
  );
}

export const texts = {
  app: {
    name: "Agon",
    tagline: "Five games of skill and nerve. Play now, against bots or each other.",
    skip: "Skip to the content",
    offline: "Ready to play offline",
    loading: "Loading…",
    dropHere: "Drop a replay to open it",
    broken: "Something went wrong",
    reload: "Load the page again",
    notFound: "There is no such page.",
    update: "A new version is ready.",
  },
  nav: { home: "Games", replay: "Replay", online: "Online", menu: "Main" },
  theme: { label: "Theme", auto: "Auto", light: "Light", dark: "Dark" },
  home: {
    play: "Play",
    rules: "Rules",
    players: "{min}–{max} players",
    playersOne: "{min} players",
    openReplay: "Open a replay",
    openReplayHelp: "Choose a file, or drop one anywhere on this page.",
    features: { simultaneous: "simultaneous", chance: "dice", hidden: "hidden information" },
  },
  setup: {
    title: "New match",
    seats: "Players",
    seat: "Player {n}",
    name: "Name of player {n}",
    kind: "Who plays for player {n}",
    person: "Person",
    bots: {
      random: "Random",
      null: "Null",
      gte: "GTE",
      greedy: "Greedy",
      search: "Search",
    } as Record<string, string>,
    strengths: {
      person: "Somebody at this screen",
      random: "Plays anything the rules allow",
      null: "Always ends its turn",
      gte: "Attacks whatever is not stronger",
      greedy: "A sound heuristic written for this game",
      "search:sims=200": "Thinks ahead, quick",
      "search:sims=1000": "Thinks ahead, strong",
      "search:sims=5000": "Thinks ahead, strongest, takes its time",
    } as Record<string, string>,
    levels: {
      person: "Person",
      random: "Bot: random",
      null: "Bot: null",
      gte: "Bot: gte",
      greedy: "Bot: greedy",
      "search:sims=200": "Bot: search, quick",
      "search:sims=1000": "Bot: search, strong",
      "search:sims=5000": "Bot: search, strongest",
    } as Record<string, string>,
    addSeat: "Add a player",
    removeSeat: "Remove player {n}",
    options: "Options",
    seed: "Seed",
    seedHelp: "A number repeats a match. Leave it empty for a fresh, secret one.",
    seedBad: "A whole number, or 32 hex digits.",
    namesDiffer: "Every player needs a name of its own.",
    start: "Start the match",
    you: "You",
    botName: "{bot}",
    allBots: "Only bots: you will watch as a spectator.",
    hotSeat: "Several people share this screen: it is covered whenever it changes hands.",
  },
  game: {
    log: "Match log",
    players: "Players",
    yourTurn: "Your turn",
    turnOf: "{name} to move",
    choosing: "Waiting for {names}",
    thinking: "{name} is thinking…",
    skip: "Skip animations",
    newGame: "New match",
    leave: "Leave",
    leaveSure: "Leave this match? It is not finished.",
    stay: "Keep playing",
    rules: "Rules",
    refused: "Not possible: {reason}",
    handOver: "Pass the screen to {name}",
    handOverHelp: "Nobody else should look now.",
    ready: "I am {name}: show my view",
    move: "Move {n}",
    score: "Score",
    watching: "Watching as a spectator",
    actions: "What you can do",
    showMore: "Show more ({n} left)",
    noActions: "Nothing to do right now.",
    board: "Board of {game}",
  },
  result: {
    won: "{names} wins",
    wonMany: "{names} win",
    youWon: "You win!",
    youLost: "{names} wins",
    draw: "A draw",
    again: "Play again",
    other: "Other game",
    download: "Download replay",
    share: "Copy share link",
    shared: "Link copied. Whoever opens it sees this match.",
    shareLong: "This link is long ({size}); some programs cut it. The file always works.",
    shareFailed: "The link could not be copied; here it is:",
    watch: "Watch the replay",
    scores: "Final scores",
    look: "Look at the board",
    show: "Show the result",
  },
  replay: {
    title: "Replay",
    open: "Open a replay",
    choose: "Choose a file",
    paste: "or drop one anywhere on this page",
    timeline: "Time line",
    position: "Move {n} of {total}",
    start: "Beginning",
    first: "To the beginning",
    back: "One move back",
    forward: "One move on",
    last: "To the end",
    play: "Play",
    pause: "Pause",
    speed: "Speed",
    viewAs: "View of",
    spectator: "Spectator",
    verify: "Verify",
    verifying: "Verifying…",
    verified: "Verified: {moves} moves, every state as recorded.",
    damaged: "Line {line} is wrong: {reason}",
    damagedNote: "What follows that line is not shown.",
    notReplay: "This is not a replay of Agon: {reason}",
    needsVersion: "This replay needs other rules than this page has: {reason}",
    moves: "Moves",
    badLink: "The link does not hold a replay; it may have been cut off.",
    by: { random: "(a random move was made instead)", rules: "(the rules moved instead)" } as Record<string, string>,
    forfeit: "forfeits",
    unfinished: "The match was broken off here.",
    tooBig: "The file is larger than {limit}; that is no replay this page can show.",
  },
  rulesPage: { title: "Rules of {game}", play: "Play {game}", missing: "There is no rules page yet." },
  errors: {
    engine: "The engine could not be loaded: {reason}",
    worker: "The engine has stopped: {reason}",
  },
  games: {
    "rock-paper-scissors": {
      title: "Rock-Paper-Scissors",
      summary: "Both choose in secret, both reveal at once. The oldest duel there is, and fair to the bit.",
    },
    "stellar-skirmish": {
      title: "Stellar Skirmish",
      summary:
        "Bid your ships on planets, one secret card per battle. Ties raise the stakes, and every card is gone once played.",
    },
    entropy: {
      title: "Entropy",
      summary:
        "Roll for territories on a tangled map of dice. Attack while the odds are good, and keep something back to grow.",
    },
    skirmish: {
      title: "Skirmish",
      summary:
        "A card battle over five terrains, best of three. Deploy, consume, trigger, and pass at the right moment.",
    },
    "space-conquest": {
      title: "Space Conquest",
      summary:
        "Sixteen stars in the fog, two empires that cannot see each other. Send fleets, hold your stars, find the enemy's home.",
    },
  } as Record<string, { title: string; summary: string }>,
  boards: {
    "rock-paper-scissors": {
      choices: { rock: "Rock", paper: "Paper", scissors: "Scissors" },
      pick: "Choose",
      chosen: "has chosen",
      waiting: "is choosing…",
      hidden: "Face down",
      none: "Nothing yet",
      yours: "You chose {choice}.",
      logChosen: "{name} chooses.",
      logChosenWhat: "{name} chooses {choice}.",
      logRevealed: "Revealed: {plays}.",
      logWin: "{name} wins.",
      logDraw: "A draw.",
    },
    "stellar-skirmish": {},
    entropy: {},
    skirmish: {},
    "space-conquest": {},
  },
  rules: {
    "rock-paper-scissors": `
## The game
Two players choose **rock**, **paper** or **scissors** at the same time and in secret. When both have chosen, the choices are revealed.

## Who wins
- Rock beats scissors.
- Scissors beat paper.
- Paper beats rock.

Equal choices are a draw. One choice each, and the match is over.

## What you see
Until the reveal you see your own choice, and only whether the other one has chosen. Nobody can wait for the other's choice: it is not on your screen before yours is made.
`,
  } as Record<string, string>,
};
