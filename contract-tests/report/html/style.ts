/** The style sheet of the page. Every pair of text and ground has a contrast of 4.5 or more, by day and by night. */
export const style = `
:root {
  --ground: #f4f6f8; --panel: #fff; --sunken: #f4f6f9; --ink: #17202b; --muted: #566372; --line: #dde3ea; --link: #1f55c4;
  --red: #b3261e; --red-fill: #d9463c; --red-soft: #fdeeec;
  --amber: #8a5600; --amber-fill: #e3a21a; --amber-soft: #fff5e0;
  --green: #17703f; --green-fill: #35a66b; --green-soft: #e9f7ef;
  --violet: #6540b0; --violet-fill: #8a68d0; --violet-soft: #f3eefc;
  --grey: #566372; --grey-fill: #aab4c0; --grey-soft: #edf0f4;
  --blue-fill: #6a93d8; --teal-fill: #3fa3a8;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e131a; --panel: #161d26; --sunken: #10161e; --ink: #e4eaf1; --muted: #9ba8b7; --line: #2a3542; --link: #8db4ff;
    --red: #ff938a; --red-fill: #e5564b; --red-soft: #341a1b;
    --amber: #f0be62; --amber-fill: #d99a1e; --amber-soft: #31260f;
    --green: #74d6a0; --green-fill: #35a66b; --green-soft: #122b1e;
    --violet: #c0a6f5; --violet-fill: #8f6fd6; --violet-soft: #251d38;
    --grey: #9ba8b7; --grey-fill: #5d6b7a; --grey-soft: #222b36;
    --blue-fill: #5b86d0; --teal-fill: #3c9297;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere; }
main { max-width: 1080px; margin: 0 auto; padding: 24px 20px 64px; }
h1, h2, h3, h4, h5, p, dl, dd, ul, figure, blockquote, pre { margin: 0; padding: 0; }
h1 { font: 600 19px/1.3 var(--mono); }
h2 { font-size: 18px; line-height: 1.3; margin: 40px 0 12px; }
h3 { font-size: 15px; line-height: 1.35; }
h4 { font-size: 15px; line-height: 1.4; }
h5 { font-size: 12px; font-weight: 600; color: var(--muted); margin-bottom: 4px; }
code, pre { font-family: var(--mono); font-size: 12.5px; unicode-bidi: isolate; }
pre { white-space: pre-wrap; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; line-height: 1.55; }
pre b { font-weight: 600; } pre i { color: var(--muted); font-style: normal; }
small { font-size: 13px; color: var(--muted); }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
ul { list-style: none; }
.muted { color: var(--muted); }
.panel, .card, .sections section, table { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
.panel { padding: 20px; }

.verdict { display: flex; gap: 16px; align-items: center; padding: 20px; border-radius: 12px; border: 1px solid var(--line); background: var(--panel); }
.verdict .sign { flex: none; width: 56px; height: 56px; border-radius: 50%; display: grid; place-items: center; font-size: 28px; font-weight: 700; }
.verdict .muted { font-size: 13px; }
.conclusion { font-size: 16px; font-weight: 600; margin-top: 2px; }
.conclusion::first-letter { text-transform: uppercase; }
.exit-0 .sign { background: var(--green-soft); color: var(--green); } .exit-0 .conclusion { color: var(--green); }
.exit-1 .sign { background: var(--red-soft); color: var(--red); } .exit-1 .conclusion { color: var(--red); }
.exit-3 .sign { background: var(--amber-soft); color: var(--amber); } .exit-3 .conclusion { color: var(--amber); }
.note { background: var(--amber-soft); color: var(--amber); border-radius: 8px; padding: 8px 12px; margin-top: 12px; }
.facts { display: flex; flex-wrap: wrap; gap: 10px 32px; margin: 16px 4px; }
.facts dt { font-size: 12px; color: var(--muted); } .facts dd { font-weight: 600; font-size: 14px; }

.summary svg { display: block; width: 100%; height: 22px; border-radius: 6px; }
.summary rect { stroke: var(--panel); stroke-width: 2px; vector-effect: non-scaling-stroke; }
figcaption { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 10px; font-size: 13.5px; color: var(--muted); }
.chip { display: inline-flex; align-items: center; gap: 6px; } .chip b { color: var(--ink); }
.dot { width: 10px; height: 10px; border-radius: 3px; flex: none; }
.dash { width: 16px; height: 0; border-top: 2px solid var(--link); } .dash.accused { border-top: 4px solid var(--red-fill); }
rect.violation, rect.is-5xx, rect.accused { fill: var(--red-fill); } .dot.violation, .dot.is-5xx { background: var(--red-fill); }
rect.waived { fill: var(--violet-fill); } .dot.waived { background: var(--violet-fill); }
rect.inconclusive, rect.limited { fill: var(--amber-fill); } .dot.inconclusive, .dot.limited { background: var(--amber-fill); }
rect.skipped, rect.no-answer { fill: var(--grey-fill); } .dot.skipped, .dot.no-answer { background: var(--grey-fill); }
rect.pass, rect.is-2xx { fill: var(--green-fill); } .dot.pass, .dot.is-2xx { background: var(--green-fill); }
rect.is-4xx { fill: var(--blue-fill); } .dot.is-4xx { background: var(--blue-fill); }
rect.is-1xx, rect.is-3xx { fill: var(--teal-fill); } .dot.is-1xx, .dot.is-3xx { background: var(--teal-fill); }

.timeline { margin-top: 24px; padding-top: 20px; border-top: 1px solid var(--line); }
.timeline svg { display: block; width: 100%; height: 120px; }
.timeline.low svg { height: 34px; }
.timeline .bar { stroke: var(--panel); stroke-width: 2px; vector-effect: non-scaling-stroke; }
.timeline .hit { fill: transparent; } .timeline a:hover .hit { fill: var(--ink); fill-opacity: .07; }
.timeline .accused { stroke: var(--panel); stroke-width: 2px; vector-effect: non-scaling-stroke; }
.timeline.dense .bar, .timeline.dense .accused { stroke: none; }
.quota-area { fill: var(--link); fill-opacity: .1; }
.quota-line { fill: none; stroke: var(--link); stroke-width: 2px; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.pause rect { fill: transparent; } .pause path { stroke: var(--grey-fill); stroke-width: 1.5px; stroke-dasharray: 4 4; vector-effect: non-scaling-stroke; }
.ends { display: flex; justify-content: space-between; font-size: 12px; color: var(--muted); margin-top: 4px; }

.mark { flex: none; width: 22px; height: 22px; border-radius: 50%; display: inline-grid; place-items: center; font-size: 13px; font-weight: 700; line-height: 1; }
.mark.pass { background: var(--green-soft); color: var(--green); } .mark.violation { background: var(--red-soft); color: var(--red); }
.mark.waived { background: var(--violet-soft); color: var(--violet); } .mark.inconclusive { background: var(--amber-soft); color: var(--amber); }
.mark.skipped { background: var(--grey-soft); color: var(--grey); }

.card { padding: 18px 20px; margin-bottom: 16px; border-left: 4px solid var(--red-fill); scroll-margin-top: 12px; }
.card.waived { border-left-color: var(--violet-fill); } .card.waived .note { background: var(--violet-soft); color: var(--violet); }
.card header { display: flex; gap: 12px; } .card header p { font-size: 13px; color: var(--muted); }
.card:target { box-shadow: 0 0 0 2px var(--link); }
.tag { font-size: 12px; padding: 1px 8px; border-radius: 99px; background: var(--grey-soft); color: var(--grey); margin-left: 4px; }
blockquote { margin: 12px 0 0 34px; padding-left: 14px; border-left: 2px solid var(--line); }
cite { font-style: normal; font-size: 13px; color: var(--muted); }
.card > .note { margin-left: 34px; }
.place { margin: 16px 0 0 34px; } .place + .place { border-top: 1px solid var(--line); padding-top: 16px; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; } .sides > div { min-width: 0; }
.compare { margin: 8px 0 12px; } .compare > div { border-radius: 8px; padding: 8px 12px; } .compare p { font-family: var(--mono); font-size: 13px; white-space: pre-wrap; }
.expected { background: var(--green-soft); } .expected h5 { color: var(--green); }
.received { background: var(--red-soft); } .received h5 { color: var(--red); }
.curl code { user-select: all; }

details > summary { cursor: pointer; }
.exchange { border: 1px solid var(--line); border-radius: 8px; margin-top: 8px; background: var(--panel); }
.exchange > summary { padding: 7px 12px; } .exchange > .sides { padding: 4px 12px 12px; scroll-margin-top: 48px; }
.exchange .number { font-size: 13px; color: var(--muted); font-variant-numeric: tabular-nums; display: inline-block; min-width: 34px; }
.exchange small { margin-left: 6px; white-space: nowrap; }
.status { font-size: 12.5px; font-weight: 700; padding: 1px 8px; border-radius: 99px; white-space: nowrap; background: var(--grey-soft); color: var(--grey); }
.status.is-2xx { background: var(--green-soft); color: var(--green); } .status.is-5xx { background: var(--red-soft); color: var(--red); }
.status.limited { background: var(--amber-soft); color: var(--amber); }
.others { margin-top: 12px; } .card .others { margin-left: 34px; } .others > summary { color: var(--link); }
.others ul { margin-top: 6px; } .others li { padding: 6px 0; border-top: 1px solid var(--line); } .others li small { display: block; }
.others .section { color: var(--muted); display: inline-block; min-width: 40px; }

.sections { columns: 2; column-gap: 16px; }
.sections section { break-inside: avoid; padding: 14px 16px 6px; margin-bottom: 16px; }
.sections h3 { margin-bottom: 6px; }
blockquote code, .others code { background: var(--sunken); border-radius: 4px; padding: 1px 4px; }
.sections li { display: flex; gap: 10px; padding: 8px 0; border-top: 1px solid var(--line); }
.sections li > div { min-width: 0; } .sections li code { display: block; color: var(--muted); font-size: 12px; } .sections li small { display: block; }
table { width: 100%; border-collapse: separate; border-spacing: 0; overflow: hidden; }
th { text-align: left; font-size: 12px; color: var(--muted); } th, td { padding: 9px 16px; vertical-align: top; }
td { border-top: 1px solid var(--line); width: 33%; } td small { display: block; } .choice { background: var(--sunken); border-radius: 4px; padding: 1px 5px; }

@media (max-width: 720px) {
  main { padding: 12px 12px 48px; } .sections { columns: 1; } .sides { grid-template-columns: minmax(0, 1fr); }
  .verdict { padding: 16px; align-items: flex-start; } .verdict .sign { width: 40px; height: 40px; font-size: 20px; } h1 { font-size: 16px; }
  .exchange > .sides { scroll-margin-top: 72px; }
  .panel, .card { padding: 14px; } .place, blockquote, .card > .note, .card .others { margin-left: 0; }
  thead { display: none; } tr, td { display: block; width: auto; } td { padding: 2px 14px; border: 0; } td:first-child { border-top: 1px solid var(--line); padding-top: 10px; } td:last-child { padding-bottom: 10px; }
}
@media print { body { background: none; } .card, .sections section { break-inside: avoid; } }
`;
