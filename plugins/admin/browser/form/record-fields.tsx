// The fields of a form in sections, in the selected language, with their error messages.
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { EntityShape, FormField, AdminSessionReply } from '../../api/shape.js'
import { ApiError } from '../base/api-error.js'
import { t } from '../wording/text.js'
import { RecordField, toInputId } from './record-field.js'
import { LanguageTabs } from './language-tabs.js'
import { ErrorSummary } from './error-summary.js'
import type { RecordFormState } from './use-record-form.js'
import { findIssueKey, findMissingLanguages, getKeyLanguage, getVisibleFields } from './form-values.js'

interface RecordFieldsProps {
  readonly shape: EntityShape
  readonly session: AdminSessionReply
  readonly state: RecordFormState
  readonly prefix: string
}

interface FieldSection {
  readonly name: string
  readonly label: string
  readonly fields: readonly FormField[]
}

/** Fields of the side column: publication, position, and values that the service maintains. */
const isSideField = (field: FormField): boolean => field.readOnly || field.name === 'published' || field.control === 'ordering'

function toFieldSections(shape: EntityShape): { readonly main: readonly FieldSection[]; readonly beside: readonly FormField[] } {
  const along = findEditorFields(shape)
  const visibleFields = getVisibleFields(shape).filter(({ name }) => !along.has(name))
  const sideFields = visibleFields.filter(isSideField)
  const sections = shape.form.sections.map(({ name, label, fields }) => ({
    name,
    label,
    fields: fields.flatMap((fieldName) => visibleFields.find((field) => field.name === fieldName && !isSideField(field)) ?? []),
  }))
  const placed = new Set(shape.form.sections.flatMap(({ fields }) => fields))
  const rest = visibleFields.filter((field) => !placed.has(field.name) && !isSideField(field))
  const all = rest.length > 0 ? [...sections, { name: 'further', label: t('further'), fields: rest }] : sections
  return { main: all.filter(({ fields }) => fields.length > 0), beside: sideFields }
}

/** Fields that the editor of another field writes, with that other field. */
function findEditorFields(shape: EntityShape): ReadonlyMap<string, FormField> {
  return new Map(
    getVisibleFields(shape).flatMap((field) =>
      ((field.hints['writes'] ?? []) as readonly string[]).map((name) => [name, field] as const),
    ),
  )
}

export function RecordFields({ shape, session, state, prefix }: RecordFieldsProps): ReactNode {
  const { form, failure, touched, isNew, saving } = state
  const { main, beside: sideFields } = useMemo(() => toFieldSections(shape), [shape])
  const translated = useMemo(() => getVisibleFields(shape).filter(({ keys }) => keys.length > 1), [shape])
  const first = session.languages.find((language) => language.default) ?? session.languages[0]
  const [language, setLanguage] = useState(first?.tag ?? '')
  const [focusKey, setFocusKey] = useState<string | null>(null)
  const values = useWatch({ control: form.control })
  const along = useMemo(() => findEditorFields(shape), [shape])
  const messages = useMemo(() => {
    const messagesByKey = new Map<string, string[]>()
    for (const issue of failure instanceof ApiError ? failure.issues : []) {
      const issueKey = findIssueKey(shape, issue)
      const key = issueKey === null ? null : (along.get(issueKey)?.name ?? issueKey)
      if (key !== null) messagesByKey.set(key, [...(messagesByKey.get(key) ?? []), issue.message])
    }
    return messagesByKey
  }, [failure, shape, along])
  const wrongKeys = [...messages.keys()].filter((key) => !touched.has(key))
  const wrong = new Set(
    wrongKeys.flatMap((key) => {
      const field = translated.find(({ keys }) => keys.includes(key))
      return field ? [getKeyLanguage(field, key) ?? ''] : []
    }),
  )
  // The input of another language exists only after the language is selected.
  useEffect(() => {
    if (focusKey === null) return
    const input = document.getElementById(toInputId(prefix, focusKey))
    input?.focus()
    input?.scrollIntoView({ block: 'center' })
    setFocusKey(null)
  }, [focusKey, language, prefix])
  const openField = (key: string): void => {
    const field = translated.find(({ keys }) => keys.includes(key))
    if (field) setLanguage(getKeyLanguage(field, key) ?? language)
    setFocusKey(along.get(key)?.name ?? key)
  }
  const getDisplayedKey = (field: FormField): string =>
    field.keys.find((key) => getKeyLanguage(field, key) === language) ?? field.keys[0] ?? field.name
  const frozen = isNew ? !shape.may.create : !shape.may.change
  const draw = (field: FormField): ReactNode => {
    const key = getDisplayedKey(field)
    return (
      <RecordField
        key={key}
        field={field}
        inputKey={key}
        form={form.control}
        prefix={prefix}
        isNew={isNew}
        frozen={frozen}
        messages={touched.has(key) ? [] : (messages.get(key) ?? [])}
        onTouch={state.touch}
      />
    )
  }
  return (
    <div className="form-body" aria-busy={saving}>
      <div className="form-main">
        {failure !== null && <ErrorSummary error={failure} keyOf={(issue) => findIssueKey(shape, issue)} onOpen={openField} />}
        {translated.length > 0 && session.languages.length > 1 && (
          <LanguageTabs
            languages={session.languages}
            shown={language}
            onShow={setLanguage}
            lacking={findMissingLanguages(translated, values)}
            wrong={wrong}
          />
        )}
        {main.map((section) => (
          <section key={section.name} className="card" aria-labelledby={`${prefix}-section-${section.name}`}>
            <h2 id={`${prefix}-section-${section.name}`}>{section.label}</h2>
            <div className="fields">{section.fields.map(draw)}</div>
          </section>
        ))}
      </div>
      {sideFields.length > 0 && (
        <aside className="form-side" aria-label={t('beside')}>
          <div className="card">
            <div className="fields">{sideFields.map(draw)}</div>
          </div>
        </aside>
      )}
    </div>
  )
}
