// Form for the additional columns of the footer: a title and links, in one language at a time.
import type { ReactNode } from 'react'
import type { themeDesign } from '#core/surface.js'
import { tTheme } from './wording/theme-text.js'

type Column = NonNullable<themeDesign.Theme['footer']>[number]

interface FooterColumnsProps {
  readonly columns: readonly Column[]
  readonly language: string
  readonly disabled: boolean
  readonly onChange: (columns: readonly Column[]) => void
}

const replaceAt = <T,>(list: readonly T[], index: number, entry: T): readonly T[] =>
  list.map((old, at) => (at === index ? entry : old))
const removeAt = <T,>(list: readonly T[], index: number): readonly T[] => list.filter((_, at) => at !== index)
type FooterLink = NonNullable<themeDesign.Theme['footer']>[number]['links'][number]

const translate = (text: themeDesign.ThemeText, language: string, value: string): themeDesign.ThemeText => ({
  ...text,
  [language]: value,
})

export function FooterColumns({ columns, language, disabled, onChange }: FooterColumnsProps): ReactNode {
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
