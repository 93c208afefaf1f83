// The form of a record without script: drawn from its fields, validated as everywhere, with errors at the fields.
import { type Issue, Refusal, ServiceError, ValidationError, formatTypedNumber } from '#core/contract.js'
import { type Entity, requireEntity, formatIsoTime, type Property, messageFormat, typedText } from '#core/surface.js'
import { requireRecordId, requireTargetEntity } from '../../http/record-query.js'
import { type Reply, createRedirect } from '../../http/reply.js'
import { loadSettingsSnapshot, loadTimeZone } from '../gate/admin-scope.js'
import { labelChoices } from '../api/choices.js'
import { toEntityShape, canPerform } from '../api/entity-shape.js'
import { readFormFields, readFormRecord } from '../api/form-record.js'
import { findShopEffects } from '../api/records.js'
import type { RecordChoice, EntityShape, RecordReply, FormField } from '../api/shape.js'
import { toHeading } from '../wording/label-translator.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import { type AdminPageTexts, type PageContext, drawFramedPage } from './page-frame.js'
import { drawNotice } from './list-page.js'
import { type Markup, markup } from '../../http/markup.js'

type Fields = PageContext['scope']['request']['fields']

/** Above this number of records, a reference field takes an id instead of offering choices. */
const fewRecords = 100
const revisionField = '_revision'
const removeField = '_remove'
const confirmField = '_confirm'

/** The state of the form: a record or a new one, the typed values, and the errors. */
interface PageFormState {
  readonly entity: Entity
  readonly shape: EntityShape
  readonly stored: RecordReply | null
  readonly timeZone: string
  readonly typed?: Fields
  readonly issues?: readonly Issue[]
  readonly status?: number
  /** A message above the form. */
  readonly problem?: string
  /** Effects on the whole shop that the person has to confirm before the record is saved. */
  readonly warnings?: readonly string[]
}

/** The request with the visitor as its caller, because pages check the session themselves. */
function createCallerRequest({ scope }: PageContext): PageContext['scope']['request'] {
  return Object.create(scope.request, { caller: { value: scope.caller } }) as PageContext['scope']['request']
}

async function readFormState(drawing: PageContext): Promise<PageFormState> {
  const { scope } = drawing
  const request = createCallerRequest(drawing)
  const isNew = request.params['id'] === 'new'
  const entity = requireTargetEntity(scope.app, request, isNew ? 'create' : 'read')
  const { snapshot } = await loadSettingsSnapshot(scope)
  const shape = toEntityShape(scope, entity, snapshot.languages)
  const stored = isNew ? null : await readFormRecord(scope.app, entity, requireRecordId(entity, request))
  return { entity, shape, stored, timeZone: await loadTimeZone(scope) }
}

// Form controls for pages without script: converts values to text and submitted text back to values.

/** One key of a field. Translated fields have one key per language. */
interface PageControl {
  readonly field: FormField
  readonly property: Property
  readonly key: string
  /** The shop's time zone. Days and times are shown and read in it. */
  readonly timeZone: string
}

const isTimeControl = ({ field }: PageControl): boolean => field.control === 'datetime'

const scalarTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean'])

/** True for values that are written as JSON: lists and objects. */
function isStructuredControl({ property }: PageControl): boolean {
  if (property.kind.files !== undefined || property.kind.children) return false
  const schema = property.kind.schema(property, 'write')
  return schema === null || ![schema['type']].flat().some((type) => scalarTypes.has(type))
}

/** A value as text for its control. Numbers use the language's notation. */
function formatControlText(control: PageControl, value: unknown, language: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return formatTypedNumber(value, language)
  if (isTimeControl(control)) return typedText.formatLocalTime(Date.parse(String(value)), control.timeZone)
  return isStructuredControl(control) ? JSON.stringify(value, null, 2) : String(value)
}

/** The value of a submitted text. A Refusal for invalid JSON. Property kinds validate the rest. */
function parseControlText(control: PageControl, text: string, { notJson }: AdminPageTexts): unknown {
  if (text === '') return control.property.kind.schema(control.property, 'write') === null ? [] : null
  if (control.property.kind.filter === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (isTimeControl(control)) {
    const time = typedText.parseLocalTime(text, control.timeZone)
    return time === null ? text : formatIsoTime(time)
  }
  if (!isStructuredControl(control)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return new Refusal(notJson, 'WRONG_TYPE')
  }
}

/** Input types of the browser, by control. */
const inputTypes: Readonly<Record<string, string>> = { password: 'password', datetime: 'datetime-local' }

interface SelectOption {
  readonly value: string
  readonly label: string
}

const drawOption = ({ value, label }: SelectOption, chosen: string): Markup =>
  markup`<option value="${value}"${value === chosen ? markup` selected` : null}>${label}</option>`

function drawSelect(attributes: Markup, offered: readonly SelectOption[], chosen: string, required: boolean): Markup {
  const isOffered = chosen === '' || offered.some(({ value }) => value === chosen)
  const all = isOffered ? offered : [...offered, { value: chosen, label: chosen }]
  const blank = required && chosen !== '' ? null : drawOption({ value: '', label: '' }, chosen)
  return markup`<select ${attributes}>${blank}${all.map((option) => drawOption(option, chosen))}</select>`
}

interface PageControlState {
  readonly text: string
  /** Error messages of the field. */
  readonly issues: readonly string[]
  /** Records for a reference, if there are few. */
  readonly records?: readonly RecordChoice[]
}

/** The control with its label, help and error messages. */
function drawControl(control: PageControl, { text, issues, records }: PageControlState, texts: AdminPageTexts): Markup {
  const { field, property, key } = control
  const zone = isTimeControl(control) ? `${texts.timeZone}: ${control.timeZone}` : ''
  const help = [field.help ?? '', zone, isStructuredControl(control) ? texts.json : ''].filter((part) => part !== '').join(' ')
  const described = [help === '' ? '' : `${key}-help`, issues.length === 0 ? '' : `${key}-issue`]
    .filter((elementId) => elementId !== '')
    .join(' ')
  const attributes = markup`id="${key}" name="${key}"${described === '' ? null : markup` aria-describedby="${described}"`}${issues.length === 0 ? null : markup` aria-invalid="true"`}`
  const { choices, long } = field.hints as { readonly choices?: readonly SelectOption[]; readonly long?: boolean }
  const isList = property.kind.schema(property, 'write') === null
  const booleans = [
    { value: 'true', label: texts.yes },
    { value: 'false', label: texts.no },
  ]
  const input =
    property.kind.filter === 'boolean'
      ? drawSelect(attributes, booleans, text, false)
      : choices && !isList
        ? drawSelect(attributes, choices, text, field.required)
        : records
          ? drawSelect(
              attributes,
              records.map(({ id, label }) => ({ value: String(id), label })),
              text,
              field.required,
            )
          : isStructuredControl(control)
            ? markup`<textarea ${attributes} class="code" rows="6" spellcheck="false">\n${text}</textarea>`
            : long === true || field.control === 'code'
              ? markup`<textarea ${attributes} rows="6">\n${text}</textarea>`
              : markup`<input ${attributes} type="${inputTypes[field.control] ?? 'text'}" value="${text}" autocomplete="off">`
  const language = key === field.name ? '' : ` (${key.slice(field.name.length + 1).replace('_', '-')})`
  const needed = field.required ? ` (${texts.required})` : ''
  const sentences = issues.map((message) => markup`<span>${message}</span> `)
  return markup`<div class="field"><label for="${key}">${field.label}${language}${needed}</label>${input}${help === '' ? null : markup`<small id="${key}-help">${help}</small>`}${issues.length === 0 ? null : markup`<p class="issue" id="${key}-issue">${sentences}</p>`}</div>`
}

/** The editable keys. Files need an upload, children have forms of their own. */
function listControls({ entity, shape, stored, timeZone }: PageFormState): readonly PageControl[] {
  return shape.form.fields.flatMap((field) => {
    const property = entity.properties[field.name]!
    const apart = property.kind.files !== undefined || property.kind.children
    if (apart || field.readOnly || (field.locked && stored)) return []
    return field.keys.map((key) => ({ field, property, key, timeZone }))
  })
}

function formatStoredValue({ scope }: PageContext, { stored }: PageFormState, control: PageControl): string {
  if (control.field.sensitive) return ''
  return formatControlText(control, stored ? stored.record[control.key] : control.field.default, scope.language)
}

/** Choices of reference fields, by entity: only for few records, and only if the visitor may read them. */
async function loadReferenceChoices(
  { scope }: PageContext,
  controls: readonly PageControl[],
): Promise<ReadonlyMap<string, readonly RecordChoice[]>> {
  const { app, caller } = scope
  const names = new Set(
    controls.map(({ field, property }) => (property.kind.referenceColumn ? field.hints['entity'] : undefined)),
  )
  const choicesByEntity = new Map<string, readonly RecordChoice[]>()
  for (const name of names) {
    if (typeof name !== 'string') continue
    const entity = requireEntity(app.context.registry, name)
    if (!canPerform(entity, 'list', caller.grant)) continue
    const { records, meta } = await app.records.list(name, { limit: fewRecords })
    if (meta.total > fewRecords) continue
    const rows = records.map((record) => ({ id: Number(record['id']), values: record }))
    choicesByEntity.set(name, await labelChoices(scope, entity, rows))
  }
  return choicesByEntity
}

/** True if the error concerns this key, or a part of its value. */
const isIssueOfControl = ({ field: place }: Issue, { key, field }: PageControl): boolean =>
  place === key || place.startsWith(`${key}[`) || place.startsWith(`${key}.`) || (place === field.name && key === field.keys[0])

function drawSummary({ texts }: PageContext, issues: readonly Issue[], controls: readonly PageControl[]): Markup | null {
  if (issues.length === 0) return null
  const items = issues.map((issue) => {
    const control = controls.find((candidate) => isIssueOfControl(issue, candidate))
    return control ? markup`<li><a href="#${control.key}">${issue.message}</a></li>` : markup`<li>${issue.message}</li>`
  })
  return markup`<div class="issues" role="alert"><p>${texts.mistakes}</p><ul>${items}</ul></div>`
}

function drawRelatedLinks({ texts, at }: PageContext, { shape, stored }: PageFormState): Markup | null {
  if (!stored) return null
  const files = shape.files.length === 0 ? null : markup`<p class="hint">${texts.upload}</p>`
  const children = shape.children.map(({ entity, label, field }) => {
    return markup`<li><a href="${at(`records/${entity}`)}?${new URLSearchParams({ [`filter[${field}]`]: String(stored.id) }).toString()}">${label}</a></li>`
  })
  return markup`${files}${children.length === 0 ? null : markup`<h2>${texts.children}</h2><ul>${children}</ul>`}`
}

function drawRemoval({ texts, csrf }: PageContext, { shape, stored }: PageFormState): Markup | null {
  if (!stored || !shape.may.delete) return null
  return markup`<form method="post" class="remove">${csrf}<input type="hidden" name="${revisionField}" value="${stored.revision}">
<p><label><input type="checkbox" name="${removeField}" value="1" required> ${texts.removeSure}</label></p><button>${texts.remove}</button></form>`
}

async function drawForm(drawing: PageContext, state: PageFormState): Promise<Reply> {
  const { texts, csrf } = drawing
  const { shape, stored, typed, issues = [], status = 200, problem, warnings = problem === undefined ? [] : [problem] } = state
  const controls = listControls(state)
  const records = await loadReferenceChoices(drawing, controls)
  const fields = controls.map((control) => {
    const typedValue = typed?.[control.key]
    const { entity: target } = control.field.hints as { readonly entity?: string }
    const choices = control.property.kind.referenceColumn && target !== undefined ? records.get(target) : undefined
    const sentences = issues.filter((issue) => isIssueOfControl(issue, control)).map(({ message }) => message)
    const text =
      typeof typedValue === 'string' && !control.field.sensitive ? typedValue : formatStoredValue(drawing, state, control)
    return drawControl(control, { text, issues: sentences, ...(choices && { records: choices }) }, texts)
  })
  const mayWrite = stored ? shape.may.change : shape.may.create
  const revision = stored && markup`<input type="hidden" name="${revisionField}" value="${stored.revision}">`
  const confirmation =
    state.warnings === undefined
      ? null
      : markup`<p><label><input type="checkbox" name="${confirmField}" value="1" required> ${texts.saveSure}</label></p>`
  const button = mayWrite ? markup`<button class="main">${stored ? texts.save : texts.create}</button>` : null
  const above =
    warnings.length === 0
      ? drawSummary(drawing, issues, controls)
      : markup`<div class="issues" role="alert">${warnings.map((warning) => markup`<p>${warning}</p>`)}</div>`
  const content = markup`${drawNotice(drawing)}${above}<form method="post">${csrf}${revision}${fields}${confirmation}${button}</form>${drawRelatedLinks(drawing, state)}${drawRemoval(drawing, state)}`
  const name = stored && shape.titleField !== null ? String(stored.record[shape.titleField] ?? '') : ''
  const which = stored ? name || stored.id : texts.newOne
  const title = shape.singleton ? toHeading(shape.label) : `${toHeading(shape.label)}: ${which}`
  return drawFramedPage(drawing, { title, content, status, path: `records/${shape.name}` })
}

export const showFormPage = async (drawing: PageContext): Promise<Reply> => drawForm(drawing, await readFormState(drawing))

/** The changed fields, ready to write. Throws VALIDATION_FAILED for invalid JSON. */
async function parseFormInput(
  drawing: PageContext,
  state: PageFormState,
  submitted: Fields,
): Promise<Readonly<Record<string, unknown>>> {
  const { texts, scope } = drawing
  const issues: Issue[] = []
  const input: Record<string, unknown> = {}
  for (const control of listControls(state)) {
    const { key } = control
    const fieldValue = submitted[key]
    if (typeof fieldValue !== 'string') continue
    const text = fieldValue.replaceAll('\r\n', '\n')
    // Skips unchanged values, and empty values of a new record.
    if (state.stored ? text === formatStoredValue(drawing, state, control) : text === '') continue
    const value = parseControlText(control, text, texts)
    if (value instanceof Refusal)
      issues.push(messageFormat.createIssue(key, `${control.field.label}: ${value.message}`, value.code))
    else input[key] = value
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return readFormFields(state.entity, input, scope.language, async () => state.stored?.record ?? null)
}

const parseRevision = (submitted: Fields): number | undefined => {
  const text = submitted[revisionField]
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

async function removeStoredRecord(
  { scope, at }: PageContext,
  { entity, stored }: PageFormState,
  submitted: Fields,
): Promise<Reply> {
  await scope.app.records.remove(entity.name, stored!.id, { revision: parseRevision(submitted) })
  return createRedirect(at(`records/${entity.name}?done=removed`))
}

/** Saves the record. Changes that affect the whole shop are saved once they are confirmed. */
async function saveRecord(drawing: PageContext, state: PageFormState, submitted: Fields): Promise<Reply> {
  const { scope, at, texts } = drawing
  const { entity, stored } = state
  const input = await parseFormInput(drawing, state, submitted)
  if (submitted[confirmField] !== '1') {
    const before = stored?.record ?? null
    const { languages, base } = await findShopEffects(scope.app, entity, before, { ...before, ...input })
    const warnings = [...(languages ? [texts.languagesOff] : []), ...(base ? [texts.newBase] : [])]
    if (warnings.length > 0) return drawForm(drawing, { ...state, typed: submitted, warnings })
  }
  const target = stored && { id: stored.id, revision: parseRevision(submitted) }
  const { id } = await scope.app.records.write(entity.name, input, { ...target })
  return createRedirect(at(`records/${entity.name}/${id}?done=saved`))
}

/** Saves or deletes the record. After an error, draws the form again with the typed values. */
export async function submitForm(drawing: PageContext, submitted: Fields): Promise<Reply> {
  const { scope, texts } = drawing
  const state = await readFormState(drawing)
  const removes = submitted[removeField] === '1' && state.stored !== null
  requireTargetEntity(scope.app, createCallerRequest(drawing), removes ? 'delete' : state.stored ? 'update' : 'create')
  try {
    return await (removes ? removeStoredRecord(drawing, state, submitted) : saveRecord(drawing, state, submitted))
  } catch (thrown) {
    const error = createMessageTranslator(scope.app.context.registry, scope.language).error(thrown)
    if (error instanceof ValidationError) {
      const issues = error.issues.length > 0 ? error.issues : [messageFormat.createIssue('', error.message, error.code)]
      return drawForm(drawing, { ...state, typed: submitted, issues, status: 422 })
    }
    if (!(error instanceof ServiceError) || error.code !== 'PRECONDITION_FAILED') throw error
    return drawForm(drawing, { ...state, typed: submitted, problem: texts.changedMeanwhile, status: 412 })
  }
}
