// Form control for the filters of a product list: up to six product fields in order, each with a heading in every language.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sessionQuery } from '../base/queries.js'
import { t } from '../wording/text.js'
import { getChoiceOptions } from './choice-controls.js'
import type { ControlProps } from './control-props.js'

const maximumFacets = 6

interface Facet {
  readonly field: string
  readonly title: Readonly<Record<string, string>>
}

/** A facet as stored. A field without a heading is stored as its name. */
type StoredFacet = string | { readonly field: string; readonly title?: Readonly<Record<string, string>> }

const toFacet = (facet: StoredFacet): Facet =>
  typeof facet === 'string' ? { field: facet, title: {} } : { field: facet.field, title: facet.title ?? {} }

/** A facet without headings is stored as the name of its field. */
function toStoredFacet({ field, title }: Facet): StoredFacet {
  const filled = Object.fromEntries(Object.entries(title).filter(([, text]) => text.trim() !== ''))
  return Object.keys(filled).length === 0 ? field : { field, title: filled }
}

export function FacetsControl(props: ControlProps): ReactNode {
  const { id, value, onChange, label, describedBy, disabled } = props
  const { data: session } = useQuery(sessionQuery)
  const languages = session?.languages ?? []
  const offered = getChoiceOptions(props)
  const facets = Array.isArray(value) ? (value as readonly StoredFacet[]).map(toFacet) : []
  const chosen = new Set(facets.map(({ field }) => field))
  const change = (next: readonly Facet[]): void => onChange(next.length === 0 ? null : next.map(toStoredFacet))
  const nameOf = (field: string): string => offered.find((choice) => choice.value === field)?.label ?? field
  const swap = (index: number): void => change(facets.toSpliced(index - 1, 2, facets[index]!, facets[index - 1]!))
  const write = (index: number, tag: string, text: string): void =>
    change(facets.map((facet, at) => (at === index ? { ...facet, title: { ...facet.title, [tag]: text } } : facet)))
  return (
    <div className="facets" role="group" aria-label={label} aria-describedby={describedBy}>
      {facets.map(({ field, title }, index) => (
        <fieldset key={field} disabled={disabled}>
          <legend>{nameOf(field)}</legend>
          {languages.map(({ tag, label: language }) => (
            <label key={tag}>
              {t('facetHeading', { language })}
              <input
                type="text"
                lang={tag}
                dir="auto"
                maxLength={100}
                value={title[tag] ?? ''}
                placeholder={nameOf(field)}
                onChange={({ target }) => write(index, tag, target.value)}
              />
            </label>
          ))}
          <p className="buttons">
            {index > 0 && (
              <button type="button" className="quiet" onClick={() => swap(index)}>
                {t('moveFacetUp', { name: nameOf(field) })}
              </button>
            )}
            <button type="button" className="quiet" onClick={() => change(facets.filter((_, at) => at !== index))}>
              {t('takeOut', { title: nameOf(field) })}
            </button>
          </p>
        </fieldset>
      ))}
      <select
        id={id}
        aria-label={t('addFacet')}
        disabled={disabled || facets.length >= maximumFacets}
        value=""
        onChange={({ target }) => change([...facets, { field: target.value, title: {} }])}
      >
        <option value="">{t(facets.length >= maximumFacets ? 'facetsComplete' : 'addFacet')}</option>
        {offered
          .filter((choice) => !chosen.has(choice.value))
          .map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
      </select>
    </div>
  )
}
