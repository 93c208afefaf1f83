// The screen "Design": colours, font, corners, pictures, home page and footer of the shop, with a sample and the contrast.
import { getTextDirection } from '#core/contract.js'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState, useEffect, useRef } from 'react'
import { themeDesign } from '#core/surface.js'
import type { RecordReply } from '../../api/shape.js'
import { callApi, getErrorMessage } from '../base/api.js'
import { entityShapeQuery, queryClient, recordQuery, type RecordWithEtag } from '../base/queries.js'
import { showToast } from '../base/toasts.js'
import { useWindowTitle } from '../base/routing.js'
import { FormContext } from '../control/control-props.js'
import { FileControl } from '../control/file-control.js'
import { LanguageTabs } from '../form/text-languages.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../base/screen-location.js'
import { canWriteScreen } from '../table/table-screen.js'
import { formatNumber, t, createTextReader } from '../wording/text.js'
import { createStyleAdopter } from '../style/style-adopter.js'
import en from '../../../../messages/admin-theme.en.json' with { type: 'json' }

/** Texts of the screen "Design", loaded together with it. */
const tTheme = await createTextReader<keyof typeof en>(en, {
  de: () => import('../../../../messages/admin-theme.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/admin-theme.he.json', { with: { type: 'json' } }),
})

/** The colours of the default theme. */
const defaultColors = { accent: '#1f5c4d', neutral: '#211f1b' } as const

const sampleRadii = { none: '0', small: '4px', medium: '10px', large: '18px' } as const

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
  readonly theme: Theme
  readonly language: string
  readonly shopName: string
}

/** A sample of the shop with the unsaved theme: heading, text, link and button in its colours, font and corners. */
function ThemeSample({ theme, language, shopName }: ThemeSampleProps): ReactNode {
  const { accent = defaultColors.accent, neutral = defaultColors.neutral, font = 'system', radius = 'medium', hero } = theme
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const style = box.current!.style
    style.setProperty('--sample-accent', accent)
    style.setProperty('--sample-neutral', neutral)
    style.setProperty('--sample-radius', sampleRadii[radius])
    style.setProperty('--sample-font', families[font])
    if (font !== 'system') loadFont(font)
  }, [accent, neutral, radius, font])
  return (
    <section className="theme-sample" ref={box} aria-label={tTheme('sample')} lang={language} dir={getTextDirection(language)}>
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

type Theme = themeDesign.Theme
type ThemeText = Column['title']
type Column = NonNullable<Theme['footer']>[number]

interface FooterColumnsProps {
  readonly columns: readonly Column[]
  readonly language: string
  readonly disabled: boolean
  readonly onChange: (columns: readonly Column[]) => void
}

const replaceAt = <T,>(list: readonly T[], index: number, entry: T): readonly T[] =>
  list.map((old, at) => (at === index ? entry : old))
const removeAt = <T,>(list: readonly T[], index: number): readonly T[] => list.filter((_, at) => at !== index)
type FooterLink = NonNullable<Theme['footer']>[number]['links'][number]

const translate = (text: ThemeText, language: string, value: string): ThemeText => ({
  ...text,
  [language]: value,
})

/** Form for the additional columns of the footer: a title and links, in one language at a time. */
function FooterColumns({ columns, language, disabled, onChange }: FooterColumnsProps): ReactNode {
  const change = (index: number, column: Column): void => onChange(replaceAt(columns, index, column))
  return (
    <fieldset className="theme-columns" disabled={disabled}>
      <legend>{tTheme('footer')}</legend>
      {columns.map((column, index) => (
        <div className="theme-column" key={index}>
          <label>
            {tTheme('columnTitle')}
            <input
              type="text"
              value={column.title[language] ?? ''}
              onChange={({ target }) => change(index, { ...column, title: translate(column.title, language, target.value) })}
            />
          </label>
          {column.links.map((entry, at) => {
            const changeLink = (next: FooterLink): void => change(index, { ...column, links: replaceAt(column.links, at, next) })
            return (
              <div className="theme-link" key={at}>
                <label>
                  {tTheme('linkTitle')}
                  <input
                    type="text"
                    value={entry.title[language] ?? ''}
                    onChange={({ target }) => changeLink({ ...entry, title: translate(entry.title, language, target.value) })}
                  />
                </label>
                <label>
                  {tTheme('linkAddress')}
                  <input type="text" value={entry.link} onChange={({ target }) => changeLink({ ...entry, link: target.value })} />
                </label>
                <button
                  type="button"
                  className="quiet"
                  onClick={() => change(index, { ...column, links: removeAt(column.links, at) })}
                >
                  {tTheme('removeLink')}
                </button>
              </div>
            )
          })}
          <p className="buttons">
            <button
              type="button"
              onClick={() => change(index, { ...column, links: [...column.links, { title: {}, link: '/' }] })}
            >
              {tTheme('addLink')}
            </button>
            <button type="button" className="quiet" onClick={() => onChange(removeAt(columns, index))}>
              {tTheme('removeColumn')}
            </button>
          </p>
        </div>
      ))}
      <button type="button" disabled={columns.length >= 4} onClick={() => onChange([...columns, { title: {}, links: [] }])}>
        {tTheme('addColumn')}
      </button>
    </fieldset>
  )
}

/** Styles of the screen "Design": the form, and the sample of the shop next to it. */
const adoptThemeStyle = createStyleAdopter(`
.theme { display: grid; grid-template-columns: minmax(0, 1fr) minmax(18rem, 28rem); gap: 1.5rem; align-items: start; }
@media (max-width: 60rem) { .theme { grid-template-columns: minmax(0, 1fr); } }
.theme-fields { display: grid; gap: 1.25rem; min-width: 0; }
.theme fieldset { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); gap: 1rem 1.5rem; margin: 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); min-width: 0; }
.theme legend { float: inline-start; grid-column: 1 / -1; padding: 0; font-weight: 620; }
.theme .field { margin: 0; align-content: start; }
.theme input[type=color] { width: 5rem; height: var(--control); padding: 0.2rem; cursor: pointer; }
.theme .field:has(.file), .theme .field:has(textarea), .theme-column { grid-column: 1 / -1; }
.theme-columns > button { justify-self: start; }
.theme-column { display: grid; gap: 0.75rem; padding-block-end: 1rem; border-block-end: 1px solid var(--line); }
.theme-column label { display: grid; gap: 0.25rem; min-width: 0; }
.theme-link { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; gap: 0.75rem; align-items: end; }
.theme-sample { position: sticky; inset-block-start: 4.5rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: #fff; color: var(--sample-neutral); font-family: var(--sample-font); }
.theme-sample > p:last-child { margin-block: 1rem 0; }
.sample-bar { display: flex; justify-content: space-between; gap: 1rem; margin: 0 0 1rem; }
.sample-hero { padding: 1.5rem; border-radius: calc(var(--sample-radius) * 1.5); background: color-mix(in srgb, var(--sample-neutral) 5%, #fff); }
.sample-hero h2 { margin: 0 0 0.5rem; font-size: 1.8rem; line-height: 1.15; color: inherit; overflow-wrap: anywhere; }
.sample-button { display: inline-block; margin-block-start: 0.5rem; padding: 0.6rem 1.25rem; border-radius: var(--sample-radius); background: var(--sample-accent); color: #fff; font-weight: 600; }
.sample-link { color: var(--sample-accent); text-decoration: underline; }
`)

adoptThemeStyle()

const fonts = ['system', 'rubik', 'assistant', 'frank_ruhl_libre'] as const
const fontNames = { system: null, rubik: 'Rubik', assistant: 'Assistant', frank_ruhl_libre: 'Frank Ruhl Libre' } as const
const radii = { none: 'radiusNone', small: 'radiusSmall', medium: 'radiusMedium', large: 'radiusLarge' } as const
const noTags: ReadonlySet<string> = new Set()

interface ColorFieldProps {
  readonly name: 'accent' | 'neutral'
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** A colour with its contrast to the white background, which is shown while choosing. */
function ColorField({ name, value, onChange }: ColorFieldProps): ReactNode {
  const color = value ?? defaultColors[name]
  const ratio = Math.floor(themeDesign.calculateContrast(color, '#ffffff') * 10) / 10
  const isReadable = ratio >= themeDesign.minimumContrast
  return (
    <div className="field">
      <label htmlFor={`theme-${name}`}>{tTheme(name)}</label>
      <input
        id={`theme-${name}`}
        type="color"
        value={color}
        aria-invalid={!isReadable}
        aria-describedby={`theme-${name}-contrast`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className={isReadable ? 'help' : 'wrong'} id={`theme-${name}-contrast`} aria-live="polite">
        {tTheme(isReadable ? 'contrastReached' : 'contrastTooLow', {
          ratio: formatNumber(ratio),
          least: formatNumber(themeDesign.minimumContrast),
        })}
      </p>
    </div>
  )
}

/** A picture that is stored as soon as it is chosen. */
function PictureField({
  entity,
  name,
  label,
}: {
  readonly entity: string
  readonly name: string
  readonly label: string
}): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery(entity))
  const field = shape?.form.fields.find((candidate) => candidate.name === name)
  if (!field) return null
  return (
    <FormContext value={{ record: { entity, id: 1 }, fields: null, creates: false, create: () => Promise.resolve(null) }}>
      <div className="field">
        <label htmlFor={`theme-${name}`}>{label}</label>
        <FileControl id={`theme-${name}`} field={field} value={null} label={label} onChange={() => undefined} />
      </div>
    </FormContext>
  )
}

/** Leaves out texts that were emptied, and parts without any value. */
function pruneTheme(theme: Theme): Theme {
  const pruneText = (text: ThemeText | undefined): ThemeText | undefined => {
    const filled = Object.entries(text ?? {}).filter(([, value]) => value.trim() !== '')
    return filled.length === 0 ? undefined : Object.fromEntries(filled)
  }
  const { hero, footer, ...rest } = theme
  const title = pruneText(hero?.title)
  const text = pruneText(hero?.text)
  const link = hero?.link?.trim() || undefined
  const opening = { ...(title && { title }), ...(text && { text }), ...(link && { link }) }
  const columns = (footer ?? []).map((column) => ({
    title: pruneText(column.title) ?? {},
    links: column.links.map((entry) => ({ title: pruneText(entry.title) ?? {}, link: entry.link.trim() })),
  }))
  return { ...rest, ...(Object.keys(opening).length > 0 && { hero: opening }), ...(columns.length > 0 && { footer: columns }) }
}

interface ThemeFormProps extends ScreenProps {
  readonly stored: RecordWithEtag
  readonly shopName: string
}

function ThemeForm({ stored, shopName, ...props }: ThemeFormProps): ReactNode {
  const writes = canWriteScreen(props, 'theme')
  const { languages } = props.session
  const [theme, setTheme] = useState<Theme>((stored.record['theme'] ?? {}) as Theme)
  const [etag, setEtag] = useState(stored.etag)
  const [language, setLanguage] = useState(languages[0]!.tag)
  const [failure, setFailure] = useState<string | null>(null)
  const change = (part: Partial<Theme>): void => setTheme((old) => ({ ...old, ...part }))
  const changeHero = (part: NonNullable<Theme['hero']>): void => change({ hero: { ...theme.hero, ...part } })
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setFailure(null)
    try {
      const reply = await callApi<RecordReply>('PATCH', 'records/settings/1', {
        body: { theme: pruneTheme(theme) },
        ifMatch: etag,
      })
      setEtag(reply.etag)
      await queryClient.invalidateQueries({ queryKey: ['record', 'settings', 1] })
      showToast({ text: tTheme('saved') })
    } catch (error) {
      setFailure(getErrorMessage(error))
    }
  }
  return (
    <form className="theme" onSubmit={(event) => void save(event)}>
      <div className="theme-fields">
        <fieldset disabled={!writes}>
          <legend>{tTheme('look')}</legend>
          <ColorField name="accent" value={theme.accent} onChange={(accent) => change({ accent })} />
          <ColorField name="neutral" value={theme.neutral} onChange={(neutral) => change({ neutral })} />
          <div className="field">
            <label htmlFor="theme-font">{tTheme('font')}</label>
            <select
              id="theme-font"
              value={theme.font ?? 'system'}
              onChange={({ target }) => change({ font: target.value as NonNullable<Theme['font']> })}
            >
              {fonts.map((font) => (
                <option key={font} value={font}>
                  {fontNames[font] ?? tTheme('systemFont')}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor="theme-radius">{tTheme('radius')}</label>
            <select
              id="theme-radius"
              value={theme.radius ?? 'medium'}
              onChange={({ target }) => change({ radius: target.value as NonNullable<Theme['radius']> })}
            >
              {Object.entries(radii).map(([radius, label]) => (
                <option key={radius} value={radius}>
                  {tTheme(label)}
                </option>
              ))}
            </select>
          </div>
          <PictureField entity="store" name="logo" label={tTheme('logo')} />
          <PictureField entity="settings" name="theme_favicon" label={tTheme('favicon')} />
        </fieldset>
        {languages.length > 1 && (
          <LanguageTabs languages={languages} shown={language} onShow={setLanguage} missingLanguages={noTags} wrong={noTags} />
        )}
        <fieldset disabled={!writes}>
          <legend>{tTheme('hero')}</legend>
          <div className="field">
            <label htmlFor="theme-title">{tTheme('heroTitle')}</label>
            <input
              id="theme-title"
              type="text"
              value={theme.hero?.title?.[language] ?? ''}
              onChange={({ target }) => changeHero({ title: { ...theme.hero?.title, [language]: target.value } })}
            />
          </div>
          <div className="field">
            <label htmlFor="theme-text">{tTheme('heroText')}</label>
            <textarea
              id="theme-text"
              rows={3}
              value={theme.hero?.text?.[language] ?? ''}
              onChange={({ target }) => changeHero({ text: { ...theme.hero?.text, [language]: target.value } })}
            />
          </div>
          <div className="field">
            <label htmlFor="theme-target">{tTheme('heroLink')}</label>
            <input
              id="theme-target"
              type="text"
              value={theme.hero?.link ?? ''}
              placeholder="/list/…"
              onChange={({ target }) => changeHero({ link: target.value })}
            />
          </div>
          <PictureField entity="settings" name="theme_hero" label={tTheme('heroPicture')} />
        </fieldset>
        <FooterColumns
          columns={theme.footer ?? []}
          language={language}
          disabled={!writes}
          onChange={(footer) => change({ footer })}
        />
        <p className="form-failure" role="alert">
          {failure}
        </p>
        {writes && (
          <p className="buttons">
            <button type="submit" className="primary">
              {t('save')}
            </button>
            <button type="button" className="quiet" onClick={() => setTheme({})}>
              {tTheme('reset')}
            </button>
          </p>
        )}
      </div>
      <ThemeSample theme={theme} language={language} shopName={shopName} />
    </form>
  )
}

export function ThemeScreen(props: ScreenProps): ReactNode {
  useWindowTitle(tTheme('theme'))
  const settings = useQuery(recordQuery('settings', 1))
  const store = useQuery(recordQuery('store', 1))
  const error = settings.error ?? store.error
  return (
    <div className="page">
      <div className="page-head">
        <h1>{tTheme('theme')}</h1>
      </div>
      <p className="lead">{tTheme('themeLead')}</p>
      {error && <FailureMessage error={error} />}
      {settings.data && store.data && (
        <ThemeForm {...props} stored={settings.data} shopName={String(store.data.record['name'] ?? '')} />
      )}
    </div>
  )
}
