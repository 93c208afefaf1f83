// The fields of a form in sections, in the selected language, with their error messages.
import { type ReactNode, useEffect, useMemo, useState, useRef } from 'react'
import { useWatch, type Control as FormControl, useController } from 'react-hook-form'
import type { EntityShape, FormField } from '../../api/shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { ApiError, getErrorMessage } from '../base/api.js'
import { FieldControl, getControlName, isInlineControl, isLabelableControl } from '../control/field-control.js'
import { t } from '../wording/text.js'
import { LanguageTabs, CopyNote, findCopiedKeys, useSameTexts } from './text-languages.js'
import type { RecordFormState } from './use-record-form.js'
import {
  findIssueKey,
  findMissingLanguages,
  getKeyLanguage,
  getVisibleFields,
  hasSystemRights,
  type FormValues,
} from './form-values.js'

interface RecordFieldsProps {
  readonly shape: EntityShape
  readonly session: AdminSessionReply
  readonly state: RecordFormState
  readonly prefix: string
  /** A field that is not shown, because the screen sets it: the owner in a tree. */
  readonly without?: string | null
  /** Called with the language whose texts are visible. */
  readonly onLanguage?: (tag: string) => void
}

interface FieldSection {
  readonly name: string
  readonly label: string
  readonly fields: readonly FormField[]
}

/** Fields of the side column: publication, position, and values that the service maintains. */
const isSideField = (field: FormField): boolean => field.readOnly || field.name === 'published' || field.control === 'ordering'

/** Fields of programs, such as JSON. People with system rights see them in a section of their own. */
const isDeveloperField = (field: FormField): boolean =>
  field.hints['developer'] === true || (getControlName(field) === 'json' && field.widget === undefined)

function toFieldSections(
  shape: EntityShape,
  isDeveloper: boolean,
  without: string | null,
): { readonly main: readonly FieldSection[]; readonly beside: readonly FormField[] } {
  const along = findEditorFields(shape)
  const allFields = getVisibleFields(shape).filter(({ name }) => !along.has(name) && name !== without)
  const visibleFields = allFields.filter((field) => !isDeveloperField(field))
  const developerFields = isDeveloper ? allFields.filter(isDeveloperField) : []
  const sideFields = visibleFields.filter(isSideField)
  const sections = shape.form.sections.map(({ name, label, fields }) => ({
    name,
    label,
    fields: fields.flatMap((fieldName) => visibleFields.find((field) => field.name === fieldName && !isSideField(field)) ?? []),
  }))
  const placed = new Set(shape.form.sections.flatMap(({ fields }) => fields))
  const rest = visibleFields.filter((field) => !placed.has(field.name) && !isSideField(field))
  const all = [
    ...sections,
    { name: 'further', label: t('further'), fields: rest },
    { name: 'developer', label: t('developer'), fields: developerFields },
  ]
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

interface ErrorSummaryProps {
  readonly error: unknown
  /** The input key of an issue. null if the form has no such field. */
  readonly keyOf: (issue: ApiError['issues'][number]) => string | null
  readonly onOpen: (key: string) => void
}

/** Error summary above a form. It takes the focus, and each message links to its field. */
function ErrorSummary({ error, keyOf, onOpen }: ErrorSummaryProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const issues = error instanceof ApiError ? error.issues : []
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{issues.length > 0 ? t('notSaved') : getErrorMessage(error)}</h2>
      {issues.length > 0 && (
        <ul>
          {issues.map((issue, at) => {
            const key = keyOf(issue)
            return (
              <li key={at}>
                {key === null ? (
                  issue.message
                ) : (
                  <button type="button" className="link" onClick={() => onOpen(key)}>
                    {issue.message}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

// One field of a form: label, control, help and error messages.

interface RecordFieldProps {
  readonly field: FormField
  /** The key of the visible input. Translated fields have one key per language. */
  readonly inputKey: string
  readonly languages: AdminSessionReply['languages']
  readonly form: FormControl<FormValues>
  /** Prefix of element ids, for pages with two forms. */
  readonly prefix: string
  readonly isNew: boolean
  readonly frozen: boolean
  readonly messages: readonly string[]
  /** True for a text that is only a copy of the default language. */
  readonly copied: boolean
  readonly onTouch: (key: string) => void
}

/** Editors that explain themselves. The help of their field describes its JSON. */
const selfExplainingEditors: ReadonlySet<string> = new Set(['cells', 'variants'])

const toInputId = (prefix: string, key: string): string => `${prefix}-${key}`

function FieldContent({
  field,
  inputKey,
  languages,
  form,
  prefix,
  isNew,
  frozen,
  messages,
  copied,
  onTouch,
}: RecordFieldProps): ReactNode {
  const [helped, setHelped] = useState(false)
  const { field: controlled } = useController({ control: form, name: inputKey })
  const id = toInputId(prefix, inputKey)
  const language = getKeyLanguage(field, inputKey)
  const languageName = language === null ? null : (languages.find(({ tag }) => tag === language)?.label ?? language)
  const help = selfExplainingEditors.has(getControlName(field)) ? undefined : field.help
  const isCopy = copied && language !== null && languageName !== null
  const described = [help !== undefined && `${id}-help`, messages.length > 0 && `${id}-wrong`, isCopy && `${id}-copied`]
    .filter(Boolean)
    .join(' ')
  const disabled = frozen || field.readOnly || (field.locked && !isNew)
  const label = (
    <>
      <span className={field.required ? 'required' : undefined}>{field.label}</span>
      {languageName !== null && <span className="language-mark"> – {languageName}</span>}
    </>
  )
  return (
    <div
      className={`field control-${field.control}${isInlineControl(field.control) ? ' inline' : ''}`}
      data-wrong={messages.length > 0}
    >
      <div className="label-line">
        {isLabelableControl(getControlName(field)) && !(field.control === 'text' && field.hints['html'] === true) ? (
          <label htmlFor={id}>{label}</label>
        ) : (
          <span className="label">{label}</span>
        )}
        {help !== undefined && help.length > 90 && (
          <button
            type="button"
            className="help-button"
            aria-expanded={helped}
            aria-label={t('helpOn', { field: field.label })}
            onClick={() => setHelped(!helped)}
          >
            ?
          </button>
        )}
      </div>
      <FieldControl
        id={id}
        field={field}
        value={controlled.value}
        label={languageName === null ? field.label : `${field.label} – ${languageName}`}
        describedBy={described === '' ? undefined : described}
        invalid={messages.length > 0}
        required={field.required}
        disabled={disabled}
        language={language ?? undefined}
        onBlur={controlled.onBlur}
        onChange={(value) => {
          controlled.onChange(value)
          onTouch(inputKey)
        }}
      />
      {messages.length > 0 && (
        <ul className="wrong" id={`${id}-wrong`}>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {isCopy && (
        <CopyNote
          id={`${id}-copied`}
          text={String(controlled.value)}
          language={{ tag: language, label: languageName }}
          source={languages.find((shopLanguage) => shopLanguage.default)?.label ?? ''}
        />
      )}
      {help !== undefined && (
        <p className={help.length > 90 && !helped ? 'hidden' : 'help'} id={`${id}-help`}>
          {help}
        </p>
      )}
      {field.locked && isNew && <p className="help">{t('lockedLater')}</p>}
    </div>
  )
}

function ConditionalField(props: RecordFieldProps): ReactNode {
  const { property, values } = props.field.appliesWhen!
  const decisive = useWatch({ control: props.form, name: property })
  return (values as readonly unknown[]).includes(decisive) ? <FieldContent {...props} /> : null
}

/** The field, visible only while it applies. */
function RecordField(props: RecordFieldProps): ReactNode {
  return props.field.appliesWhen ? <ConditionalField {...props} /> : <FieldContent {...props} />
}

export function RecordFields({ shape, session, state, prefix, without = null, onLanguage }: RecordFieldsProps): ReactNode {
  const { form, failure, touched, isNew, saving } = state
  const { main, beside: sideFields } = useMemo(
    () => toFieldSections(shape, hasSystemRights(session), without),
    [shape, session, without],
  )
  const translated = useMemo(() => getVisibleFields(shape).filter(({ keys }) => keys.length > 1), [shape])
  const first = session.languages.find((language) => language.default) ?? session.languages[0]
  const [language, setLanguage] = useState(first?.tag ?? '')
  const [focusKey, setFocusKey] = useState<string | null>(null)
  useEffect(() => onLanguage?.(language), [language, onLanguage])
  const values = useWatch({ control: form.control })
  const sameTexts = useSameTexts(translated.length > 0 && session.languages.length > 1)
  const copied = findCopiedKeys(translated, values, session.languages, sameTexts)
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
        languages={session.languages}
        form={form.control}
        prefix={prefix}
        isNew={isNew}
        frozen={frozen}
        messages={touched.has(key) ? [] : (messages.get(key) ?? [])}
        copied={!frozen && copied.has(key)}
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
            missingLanguages={findMissingLanguages(translated, values, copied)}
            wrong={wrong}
          />
        )}
        {main.map((section) => (
          <section
            key={section.name}
            className={`card section-${section.name}`}
            aria-labelledby={`${prefix}-section-${section.name}`}
          >
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
