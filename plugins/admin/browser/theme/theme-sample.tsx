// A sample of the shop with the unsaved theme: heading, text, link and button in its colours, font and corners.
import { type ReactNode, useEffect, useRef } from 'react'
import type { themeDesign } from '#core/surface.js'
import { tTheme } from './wording/theme-text.js'

/** The colours of the default theme. */
export const defaultColors = { accent: '#1f5c4d', neutral: '#211f1b' } as const

const radii = { none: '0', small: '4px', medium: '10px', large: '18px' } as const

const families = {
  system: 'system-ui, sans-serif',
  rubik: '"Rubik Variable", system-ui, sans-serif',
  assistant: '"Assistant Variable", system-ui, sans-serif',
  frank_ruhl_libre: '"Frank Ruhl Libre Variable", Georgia, serif',
} as const

const fontFiles = { rubik: 'rubik', assistant: 'assistant', frank_ruhl_libre: 'frank-ruhl-libre' } as const

/** Loads the Latin letters of the font from the storefront. Without them, the sample shows the fallback font. */
function loadFont(font: keyof typeof fontFiles): void {
  const family = /"([^"]+)"/.exec(families[font])![1]!
  if ([...document.fonts].some((face) => face.family.includes(family))) return
  const face = new FontFace(family, `url("/storefront/${fontFiles[font]}-latin-wght-normal.woff2")`, { weight: '300 900' })
  document.fonts.add(face)
  face.load().catch(() => document.fonts.delete(face))
}

interface ThemeSampleProps {
  readonly theme: themeDesign.Theme
  readonly language: string
  readonly shopName: string
}

export function ThemeSample({ theme, language, shopName }: ThemeSampleProps): ReactNode {
  const { accent = defaultColors.accent, neutral = defaultColors.neutral, font = 'system', radius = 'medium', hero } = theme
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const style = box.current!.style
    style.setProperty('--sample-accent', accent)
    style.setProperty('--sample-neutral', neutral)
    style.setProperty('--sample-radius', radii[radius])
    style.setProperty('--sample-font', families[font])
    if (font !== 'system') loadFont(font)
  }, [accent, neutral, radius, font])
  return (
    <section className="theme-sample" ref={box} aria-label={tTheme('sample')} lang={language}>
      <p className="sample-bar">
        <b>{shopName}</b>
        <span>{tTheme('sampleMenu')}</span>
      </p>
      <div className="sample-hero">
        <h2>{hero?.title?.[language] || tTheme('sampleTitle')}</h2>
        <p>{hero?.text?.[language] || tTheme('sampleText')}</p>
        <span className="sample-button">{tTheme('sampleButton')}</span>
      </div>
      <p>
        {tTheme('sampleLine')} <span className="sample-link">{tTheme('sampleLink')}</span>
      </p>
    </section>
  )
}
