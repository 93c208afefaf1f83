// The style sheet of the shop's theme: custom properties that replace the values of the default theme.
import { mixColors, reachContrast, type Theme } from '#core/surface.js'

/** Families with a fallback, by the font of the theme. The font files are part of the bundle. */
const fonts: Readonly<Record<NonNullable<Theme['font']>, { readonly family: string; readonly file: string | null }>> = {
  system: { family: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif', file: null },
  rubik: { family: '"Rubik Variable", system-ui, sans-serif', file: 'rubik' },
  assistant: { family: '"Assistant Variable", system-ui, sans-serif', file: 'assistant' },
  frank_ruhl_libre: { family: '"Frank Ruhl Libre Variable", Georgia, serif', file: 'frank-ruhl-libre' },
}

const radii: Readonly<Record<NonNullable<Theme['radius']>, string>> = { none: '0', small: '4px', medium: '10px', large: '18px' }

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
  const night = mixColors(neutral, black, 0.75)
  const panel = { light: mixColors(neutral, white, 0.955), dark: mixColors(night, white, 0.06) }
  const pair = (light: string, dark: string): string => `light-dark(${light}, ${dark})`
  return [
    ['--ink', pair(neutral, mixColors(neutral, white, 0.93))],
    [
      '--muted',
      pair(
        reachContrast(mixColors(neutral, white, 0.35), panel.light, black),
        reachContrast(mixColors(neutral, white, 0.6), panel.dark, white),
      ),
    ],
    ['--line', pair(mixColors(neutral, white, 0.86), mixColors(night, white, 0.18))],
    ['--ground', pair(white, night)],
    ['--panel', pair(panel.light, panel.dark)],
    [
      '--edge',
      pair(
        reachContrast(mixColors(neutral, white, 0.55), panel.light, black, nonTextContrast),
        reachContrast(mixColors(neutral, white, 0.4), panel.dark, white, nonTextContrast),
      ),
    ],
  ]
}

/** In the dark scheme, the accent color is lighter, and texts on it are dark. */
function deriveAccentTones(accent: string, neutral: string): readonly (readonly [string, string])[] {
  const panel = mixColors(mixColors(neutral, black, 0.75), white, 0.06)
  const bright = reachContrast(accent, panel, white, 6)
  // The accent color is also used for links on panels.
  const light = reachContrast(accent, mixColors(neutral, white, 0.955), black)
  return [
    ['--accent', `light-dark(${light}, ${bright})`],
    ['--accent-ink', `light-dark(${white}, ${reachContrast(mixColors(accent, black, 0.7), bright, black)})`],
  ]
}

/** The neutral tone of the default theme. */
const defaultNeutral = '#211f1b'

/** The file names of all fonts of themes. */
export const fontFiles: readonly string[] = Object.values(fonts).flatMap(({ file }) =>
  file === null ? [] : Object.keys(fontRanges).map((subset) => toFontFile(file, subset)),
)

/** Empty if the theme changes nothing. URLs of fonts are relative to the style sheet. */
export function renderThemeStyle(theme: Theme): string {
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
