// Style sheets of the shop's pages: frame, theme, search results, custom elements.
import { themeDesign } from '#core/surface.js'

// The style sheet of header, menus and footer. Below 64rem the menu is behind a button, which needs no script.
export const frameStyle = `
.top { border-bottom: 1px solid var(--line); background: var(--ground); }
.bar { display: flex; align-items: center; gap: 0.5rem 1.5rem; max-width: 82rem; min-height: 4.75rem; margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2rem); }
.bar button, .bar a { font: inherit; color: inherit; }
.bar svg { display: block; }
.bar .shop { font: 700 1.3rem/1.2 var(--heading-font); letter-spacing: -0.01em; text-decoration: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.shop img { display: block; width: auto; height: 2rem; max-width: 12rem; object-fit: contain; }
.burger, .own a { display: grid; place-items: center; position: relative; width: 2.75rem; height: 2.75rem; padding: 0; border: 0; border-radius: var(--radius); background: none; cursor: pointer; }
.burger:hover, .own a:hover { background: var(--panel); }
.own { display: flex; margin-inline-start: auto; margin-inline-end: -0.6rem; }
.count { position: absolute; inset-block-start: 0.1rem; inset-inline-end: 0.1rem; min-width: 1.2rem; padding: 0 0.3rem; border-radius: 1rem; background: var(--accent); color: var(--accent-ink); font-size: 0.75rem; line-height: 1.2rem; font-weight: 700; text-align: center; }
.count:empty { display: none; }
.lists > ul, .panel, .languages { list-style: none; margin: 0; padding: 0; }
.lists a, .lists button, .locale > button { display: block; padding: 0.6rem 0; border: 0; background: none; text-align: start; text-decoration: none; cursor: pointer; }
.lists button::after, .locale > button::after { content: ""; display: inline-block; width: 0.4em; height: 0.4em; margin-inline-start: 0.5em; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: translateY(-0.2em) rotate(45deg); }
.lists a:hover, .lists button:hover, .panel a:hover, .panel button:hover { text-decoration: underline; text-underline-offset: 0.25em; }
.search { display: flex; align-items: center; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--ground); }
.search { position: relative; }
.search ul { position: absolute; z-index: 3; inset: calc(100% + 0.4rem) 0 auto; min-width: 100%; list-style: none; margin: 0; padding: 0.4rem 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground); box-shadow: 0 1rem 2.5rem rgb(0 0 0 / 14%); }
.search li { padding: 0.55rem 0.9rem; overflow-wrap: anywhere; cursor: pointer; }
.search li:hover, .search [aria-selected=true] { background: var(--panel); text-decoration: underline; }
.search:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.search input { flex: 1; min-width: 0; height: 2.6rem; padding: 0 0.9rem; border: 0; background: none; color: inherit; font: inherit; outline: 0; }
.search ::placeholder { color: var(--muted); opacity: 1; }
.search button { display: grid; place-items: center; width: 2.75rem; height: 2.6rem; padding: 0; border: 0; background: none; cursor: pointer; }
.search svg { width: 1.25rem; height: 1.25rem; }
.panel a, .panel button { display: block; width: 100%; padding: 0.55rem 0; border: 0; background: none; text-align: start; text-decoration: none; white-space: nowrap; cursor: pointer; }
.panel [aria-current] { font-weight: 700; }
.panel > * + form { margin-top: 0.5rem; padding-top: 0.5rem; border-top: 1px solid var(--line); }
@media (min-width: 64rem) {
  .burger { display: none; }
  #menu { position: static; display: flex; margin: 0; flex: 1; align-items: center; gap: 1.5rem; width: auto; height: auto; min-width: 0; padding: 0; border: 0; background: none; color: inherit; overflow: visible; }
  .lists { flex: 1 1 0; min-width: 0; overflow-x: auto; scrollbar-width: none; padding: 0.25rem; margin: -0.25rem; }
  .lists > ul { display: flex; gap: 1.5rem; }
  .lists > ul > li { flex: none; white-space: nowrap; }
  .search { width: 13rem; }
  .locale > button { white-space: nowrap; }
  .panel { position: absolute; inset: 4.5rem auto auto; inset-inline-end: max(1rem, calc(50vw - 40rem)); margin: 0; min-width: 14rem; padding: 0.75rem 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground); color: inherit; box-shadow: 0 1rem 2.5rem rgb(0 0 0 / 14%); }
  .lists .panel { inset-inline: max(1rem, calc(50vw - 40rem)) auto; }
  @supports (position-area: block-end span-inline-end) {
    .panel, .lists .panel { inset: auto; position-area: block-end span-inline-end; margin-block-start: 0.25rem; }
    .locale .panel { position-area: block-end span-inline-start; }
  }
}
@media (max-width: 63.99rem) {
  .bar { min-height: 3.5rem; gap: 0.5rem; }
  .burger { margin-inline-start: -0.6rem; }
  #menu { inset: 0 auto 0 0; width: min(22rem, 88vw); height: 100dvh; max-height: none; margin: 0; padding: 1.25rem; border: 0; background: var(--ground); color: inherit; overflow: auto; box-shadow: 0 0 3rem rgb(0 0 0 / 25%); }
  [dir=rtl] #menu { inset: 0 0 0 auto; }
  #menu::backdrop { background: rgb(0 0 0 / 40%); }
  #menu:popover-open { display: flex; flex-direction: column; gap: 1.25rem; }
  #menu .search { order: -1; }
  .lists a, .lists button { padding: 0.7rem 0; }
  .lists > ul > li { border-bottom: 1px solid var(--line); }
  #menu .panel { position: static; display: block; width: auto; height: auto; margin: 0; padding: 0 0 0.5rem; padding-inline-start: 1rem; border: 0; background: none; color: inherit; overflow: visible; }
  #menu .locale .panel { padding: 0; }
  .locale > button { display: none; }
  .lists button { pointer-events: none; font-weight: 600; }
  .lists button::after { content: none; }
}
footer { margin-top: clamp(3rem, 8vw, 6rem); background: var(--panel); border-top: 1px solid var(--line); font-size: 0.95rem; }
footer .columns, footer .base { max-width: 82rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 3vw, 2rem); }
footer .columns { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); }
footer h2 { margin: 0 0 0.75rem; font-size: 0.95rem; }
footer ul { list-style: none; margin: 0; padding: 0; }
footer section li { padding: 0.2rem 0; color: var(--muted); }
footer a { display: inline-block; padding: 0.1rem 0; color: inherit; text-decoration: none; }
footer a:hover { text-decoration: underline; text-underline-offset: 0.2em; }
footer .base { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; align-items: center; padding-block: 1.25rem; border-top: 1px solid var(--line); color: var(--muted); }
footer .languages { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
footer .languages [aria-current] { font-weight: 700; }
footer .calls-opener { margin-inline-start: auto; }
@media print { .top button, #menu, .own, footer { display: none; } }
`

/** Families with a fallback, by the font of the theme. The font files are part of the bundle. */
const fonts: Readonly<Record<NonNullable<themeDesign.Theme['font']>, { readonly family: string; readonly file: string | null }>> =
  {
    system: { family: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif', file: null },
    rubik: { family: '"Rubik Variable", system-ui, sans-serif', file: 'rubik' },
    assistant: { family: '"Assistant Variable", system-ui, sans-serif', file: 'assistant' },
    frank_ruhl_libre: { family: '"Frank Ruhl Libre Variable", Georgia, serif', file: 'frank-ruhl-libre' },
  }

const radii: Readonly<Record<NonNullable<themeDesign.Theme['radius']>, string>> = {
  none: '0',
  small: '4px',
  medium: '10px',
  large: '18px',
}

/** Character ranges of the font files, as the publisher of the fonts splits them. */
const fontRanges: Readonly<Record<string, string>> = {
  hebrew: 'U+0307-0308,U+0590-05FF,U+200C-2010,U+20AA,U+25CC,U+FB1D-FB4F',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
}

const toFontFile = (font: string, subset: string): string => `${font}-${subset}-wght-normal.woff2`

const [black, white] = ['#000000', '#ffffff']
const nonTextContrast = 3

/** Texts, lines and grounds as tones of one color, for the light and the dark scheme. */
function deriveNeutralTones(neutral: string): readonly (readonly [string, string])[] {
  const night = themeDesign.mixColors(neutral, black, 0.75)
  const panel = { light: themeDesign.mixColors(neutral, white, 0.955), dark: themeDesign.mixColors(night, white, 0.06) }
  const pair = (light: string, dark: string): string => `light-dark(${light}, ${dark})`
  return [
    ['--ink', pair(neutral, themeDesign.mixColors(neutral, white, 0.93))],
    [
      '--muted',
      pair(
        themeDesign.reachContrast(themeDesign.mixColors(neutral, white, 0.35), panel.light, black),
        themeDesign.reachContrast(themeDesign.mixColors(neutral, white, 0.6), panel.dark, white),
      ),
    ],
    ['--line', pair(themeDesign.mixColors(neutral, white, 0.86), themeDesign.mixColors(night, white, 0.18))],
    ['--ground', pair(white, night)],
    ['--panel', pair(panel.light, panel.dark)],
    [
      '--edge',
      pair(
        themeDesign.reachContrast(themeDesign.mixColors(neutral, white, 0.55), panel.light, black, nonTextContrast),
        themeDesign.reachContrast(themeDesign.mixColors(neutral, white, 0.4), panel.dark, white, nonTextContrast),
      ),
    ],
  ]
}

/** In the dark scheme, the accent color is lighter, and texts on it are dark. */
function deriveAccentTones(accent: string, neutral: string): readonly (readonly [string, string])[] {
  const panel = themeDesign.mixColors(themeDesign.mixColors(neutral, black, 0.75), white, 0.06)
  const bright = themeDesign.reachContrast(accent, panel, white, 6)
  // The accent color is also used for links on panels.
  const light = themeDesign.reachContrast(accent, themeDesign.mixColors(neutral, white, 0.955), black)
  return [
    ['--accent', `light-dark(${light}, ${bright})`],
    [
      '--accent-ink',
      `light-dark(${white}, ${themeDesign.reachContrast(themeDesign.mixColors(accent, black, 0.7), bright, black)})`,
    ],
  ]
}

/** The neutral tone of the default theme. */
const defaultNeutral = '#211f1b'

/** The file names of all fonts of themes. */
export const fontFiles: readonly string[] = Object.values(fonts).flatMap(({ file }) =>
  file === null ? [] : Object.keys(fontRanges).map((subset) => toFontFile(file, subset)),
)

/** Empty if the theme changes nothing. URLs of fonts are relative to the style sheet. */
export function renderThemeStyle(theme: themeDesign.Theme): string {
  const { accent, neutral, font, radius } = theme
  const properties: (readonly [string, string])[] = [
    ...(neutral ? deriveNeutralTones(neutral) : []),
    ...(accent ? deriveAccentTones(accent, neutral ?? defaultNeutral) : []),
    ...(radius ? [['--radius', radii[radius]] as const] : []),
    ...(font && font !== 'system' ? [['--font', fonts[font].family] as const] : []),
  ]
  if (properties.length === 0) return ''
  const file = font ? fonts[font].file : null
  const faces = file === null ? [] : Object.keys(fontRanges).map((subset) => renderFontFace(file, subset))
  return `${faces.join('')}:root { ${properties.map(([name, value]) => `${name}: ${value};`).join(' ')} }\n`
}

function renderFontFace(file: string, subset: string): string {
  const family = file.replace(/(?:^|-)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()
  return `@font-face { font-family: "${family} Variable"; font-display: swap; font-weight: 300 900; src: url("${toFontFile(file, subset)}") format("woff2"); unicode-range: ${fontRanges[subset]!}; }\n`
}

// The style sheet of list and search pages: filters, chips, sort order and pages. Below 56rem the filters are a sheet.
export const resultsStyle = `
.results .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.25rem; min-height: 3rem; }
.results .tools p { margin: 0; margin-inline-end: auto; color: var(--muted); }
.results .products { margin-top: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); }
.results .tools button, .results .chip, .pages a {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.4rem 1rem; border: 1px solid var(--edge);
  border-radius: var(--radius); background: var(--ground); color: inherit; font: inherit; text-decoration: none; cursor: pointer;
}
.sort { position: relative; }
.sort ul { list-style: none; margin: 0; padding: 0.5rem 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground); color: inherit; box-shadow: 0 1rem 2.5rem rgb(0 0 0 / 14%); }
@supports (position-area: block-end span-inline-start) { .sort ul { inset: auto; position-area: block-end span-inline-start; margin-block-start: 0.25rem; } }
.sort a { display: block; padding: 0.6rem 1.25rem; color: inherit; text-decoration: none; }
.sort a:hover { text-decoration: underline; text-underline-offset: 0.25em; }
.sort [aria-current] { font-weight: 700; }
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; list-style: none; margin: 0.5rem 0; padding: 0; }
.results .chip { min-height: 2.25rem; gap: 0.4em; padding: 0.2rem 0.8rem; border-radius: 2rem; background: var(--panel); white-space: pre-wrap; }
.chips a:not(.chip) { color: var(--muted); }
.filters fieldset { display: grid; gap: 0.1rem; min-width: 0; margin: 0; padding: 1rem 0; border: 0; border-bottom: 1px solid var(--line); }
.filters legend { float: inline-start; width: 100%; padding: 0 0 0.4rem; font-weight: 650; }
.filters label { display: flex; align-items: center; gap: 0.6rem; min-height: 2.25rem; clear: both; cursor: pointer; }
.filters label span { overflow-wrap: anywhere; min-width: 0; }
.filters small { margin-inline-start: auto; color: var(--muted); font-variant-numeric: tabular-nums; }
.filters [type=checkbox] { flex: none; width: 1.15rem; height: 1.15rem; margin: 0; accent-color: var(--accent); }
.filters .price { grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.filters .price legend { grid-column: 1 / -1; }
.filters .price label { display: grid; gap: 0.2rem; color: var(--muted); font-size: 0.9rem; }
.filters .price input { width: 100%; min-height: 2.75rem; padding: 0.4rem 0.7rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--ground); color: var(--ink); font: inherit; }
.filters .button { justify-content: center; width: 100%; margin-top: 1rem; border: 0; font: inherit; font-weight: 600; cursor: pointer; }
.pages { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 1rem; margin-top: 2.5rem; }
.empty ul { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; padding: 0; list-style: none; }
@media (min-width: 56rem) {
  .results.filtered { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; align-items: start; }
  .filters { display: block; position: static; width: auto; height: auto; margin: 0; padding: 0; border: 0; background: none; color: inherit; overflow: visible; }
  .filter-opener, .sheet-head { display: none !important; }
}
@media (max-width: 55.99rem) {
  .results .tools { justify-content: space-between; }
  .results .tools p { width: 100%; }
  .filters { inset: auto 0 0; width: 100%; max-width: none; max-height: 85dvh; margin: 0; padding: 0 1.25rem 1.25rem; border: 0; border-radius: 1.25rem 1.25rem 0 0; background: var(--ground); color: inherit; overflow: auto; box-shadow: 0 0 3rem rgb(0 0 0 / 25%); }
  .filters::backdrop { background: rgb(0 0 0 / 40%); }
  .sheet-head { position: sticky; inset-block-start: 0; display: flex; align-items: center; justify-content: space-between; padding: 0.75rem 0; background: var(--ground); border-bottom: 1px solid var(--line); }
  .sheet-head button { width: 2.75rem; height: 2.75rem; padding: 0; border: 0; background: none; color: inherit; font-size: 1.5rem; line-height: 1; cursor: pointer; }
  .filters .button { position: sticky; inset-block-end: 0; }
}
@media print { .filters, .results .tools button, .pages { display: none; } }
`

// How the shop's pages dress the elements: they pass the theme's colours on, and give parts of the elements more room.
export const elementStyle = `
[api] {
  --svc-accent: var(--accent); --svc-accent-ink: var(--accent-ink); --svc-ink: var(--ink); --svc-muted: var(--muted); --svc-line: var(--line);
  --svc-edge: var(--edge); --svc-ground: var(--ground); --svc-panel: var(--panel); --svc-alert: var(--alert); --svc-good: var(--good);
  --svc-radius: var(--radius);
}
[api]::part(price-box), [api]::part(card) { border-color: transparent; border-radius: calc(var(--radius) * 1.5); padding: clamp(1.1rem, 2vw, 1.6rem); }
[api]::part(amount) { letter-spacing: -0.02em; }
[api]::part(big) { min-height: 3.25rem; padding-inline: 1.75rem; }
`
