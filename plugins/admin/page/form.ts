// The form of a record without script: drawn from its fields, validated as everywhere, with errors at the fields.
import { type Issue, ServiceError, ValidationError } from '#core/foundation/errors.js'
import { Refusal } from '#core/foundation/property/kind.js'
import type { Entity } from '#core/model/entity/define.js'
import { requireEntity } from '#core/model/registry.js'
import { requireId, requireTarget } from '../../http/record-target.js'
import { type Reply, redirect } from '../../http/reply.js'
import { momentFor, timeZoneFor } from '../gate/scope.js'
import { choicesOf } from '../transport/choices.js'
import { entityShape, may } from '../transport/entity.js'
import { readFormFields } from '../transport/form-fields.js'
import { recordOf } from '../transport/record.js'
import type { Choice, EntityShape, RecordReply } from '../transport/shape.js'
import { asHeading } from '../wording/label.js'
import { tellIn } from '../wording/told.js'
import { type Control, drawControl, meantBy, shownText } from './control.js'
import { type Drawing, framed } from './frame.js'
import { saidOf } from './list.js'
import { type Markup, markup } from './markup.js'

type Fields = Drawing['scope']['request']['fields']

/** Above this number of records, a reference field takes an id instead of offering choices. */
const fewRecords = 100
const revisionField = '_revision'
const removeField = '_remove'

/** The state of the form: a record or a new one, the typed values, and the errors. */
interface State {
  readonly entity: Entity
  readonly shape: EntityShape
  readonly stored: RecordReply | null
  readonly timeZone: string
  readonly typed?: Fields
  readonly issues?: readonly Issue[]
  readonly status?: number
  /** A message above the form. */
  readonly problem?: string
}

/** The request with the visitor as its caller, because pages check the session themselves. */
function requestOf({ scope }: Drawing): Drawing['scope']['request'] {
  return Object.create(scope.request, { caller: { value: scope.visitor } }) as Drawing['scope']['request']
}

async function stateOf(drawing: Drawing): Promise<State> {
  const { scope } = drawing
  const request = requestOf(drawing)
  const isNew = request.params['id'] === 'new'
  const entity = requireTarget(scope.app, request, isNew ? 'create' : 'read')
  const { snapshot } = await momentFor(scope)
  const shape = entityShape(scope, entity, snapshot.languages)
  const stored = isNew ? null : await recordOf(scope.app, entity, requireId(entity, request))
  return { entity, shape, stored, timeZone: await timeZoneFor(scope) }
}

/** The editable keys. Files need an upload, children have forms of their own. */
function controlsOf({ entity, shape, stored, timeZone }: State): readonly Control[] {
  return shape.form.fields.flatMap((field) => {
    const property = entity.properties[field.name]!
    const apart = property.kind.files !== undefined || property.kind.children
    if (apart || field.readOnly || (field.locked && stored)) return []
    return field.keys.map((key) => ({ field, property, key, timeZone }))
  })
}

function storedText({ scope }: Drawing, { stored }: State, control: Control): string {
  if (control.field.sensitive) return ''
  return shownText(control, stored ? stored.record[control.key] : control.field.default, scope.language)
}

/** Choices of reference fields, by entity: only for few records, and only if the visitor may read them. */
async function recordsOf({ scope }: Drawing, controls: readonly Control[]): Promise<ReadonlyMap<string, readonly Choice[]>> {
  const { app, visitor } = scope
  const names = new Set(
    controls.map(({ field, property }) => (property.kind.referenceColumn ? field.hints['entity'] : undefined)),
  )
  const found = new Map<string, readonly Choice[]>()
  for (const name of names) {
    if (typeof name !== 'string') continue
    const entity = requireEntity(app.registry, name)
    if (!may(entity, 'list', visitor.grant)) continue
    const { records, meta } = await app.list(name, { limit: fewRecords })
    if (meta.total > fewRecords) continue
    const named = records.map((record) => ({ id: Number(record['id']), values: record }))
    found.set(name, await choicesOf(scope, entity, named))
  }
  return found
}

/** True if the error concerns this key, or a part of its value. */
const isOf = ({ field: place }: Issue, { key, field }: Control): boolean =>
  place === key || place.startsWith(`${key}[`) || place.startsWith(`${key}.`) || (place === field.name && key === field.keys[0])

function summary({ texts }: Drawing, issues: readonly Issue[], controls: readonly Control[]): Markup | null {
  if (issues.length === 0) return null
  const items = issues.map((issue) => {
    const control = controls.find((one) => isOf(issue, one))
    return control ? markup`<li><a href="#${control.key}">${issue.message}</a></li>` : markup`<li>${issue.message}</li>`
  })
  return markup`<div class="issues" role="alert"><p>${texts.mistakes}</p><ul>${items}</ul></div>`
}

function beside({ texts, at }: Drawing, { shape, stored }: State): Markup | null {
  if (!stored) return null
  const files = shape.files.length === 0 ? null : markup`<p class="hint">${texts.upload}</p>`
  const children = shape.children.map(({ entity, label, field }) => {
    return markup`<li><a href="${at(`records/${entity}`)}?${new URLSearchParams({ [`filter[${field}]`]: String(stored.id) }).toString()}">${label}</a></li>`
  })
  return markup`${files}${children.length === 0 ? null : markup`<h2>${texts.children}</h2><ul>${children}</ul>`}`
}

function removal({ texts, csrf }: Drawing, { shape, stored }: State): Markup | null {
  if (!stored || !shape.may.delete) return null
  return markup`<form method="post" class="remove">${csrf}<input type="hidden" name="${revisionField}" value="${stored.revision}">
<p><label><input type="checkbox" name="${removeField}" value="1" required> ${texts.removeSure}</label></p><button>${texts.remove}</button></form>`
}

async function draw(drawing: Drawing, state: State): Promise<Reply> {
  const { texts, csrf } = drawing
  const { shape, stored, typed, issues = [], status = 200, problem } = state
  const controls = controlsOf(state)
  const records = await recordsOf(drawing, controls)
  const fields = controls.map((control) => {
    const sent = typed?.[control.key]
    const { entity: target } = control.field.hints as { readonly entity?: string }
    const choices = control.property.kind.referenceColumn && target !== undefined ? records.get(target) : undefined
    const sentences = issues.filter((issue) => isOf(issue, control)).map(({ message }) => message)
    const text = typeof sent === 'string' && !control.field.sensitive ? sent : storedText(drawing, state, control)
    return drawControl(control, { text, issues: sentences, ...(choices && { records: choices }) }, texts)
  })
  const mayWrite = stored ? shape.may.change : shape.may.create
  const revision = stored && markup`<input type="hidden" name="${revisionField}" value="${stored.revision}">`
  const button = mayWrite ? markup`<button class="main">${stored ? texts.save : texts.create}</button>` : null
  const above =
    problem === undefined ? summary(drawing, issues, controls) : markup`<div class="issues" role="alert"><p>${problem}</p></div>`
  const content = markup`${saidOf(drawing)}${above}<form method="post">${csrf}${revision}${fields}${button}</form>${beside(drawing, state)}${removal(drawing, state)}`
  const name = stored && shape.titleField !== null ? String(stored.record[shape.titleField] ?? '') : ''
  const which = stored ? name || stored.id : texts.newOne
  const title = shape.singleton ? asHeading(shape.label) : `${asHeading(shape.label)}: ${which}`
  return framed(drawing, { title, content, status, path: `records/${shape.name}` })
}

export const formPage = async (drawing: Drawing): Promise<Reply> => draw(drawing, await stateOf(drawing))

/** The changed fields, ready to write. Throws VALIDATION_FAILED for invalid JSON. */
async function inputOf(drawing: Drawing, state: State, sent: Fields): Promise<Readonly<Record<string, unknown>>> {
  const { texts, scope } = drawing
  const issues: Issue[] = []
  const input: Record<string, unknown> = {}
  for (const control of controlsOf(state)) {
    const { key } = control
    const given = sent[key]
    if (typeof given !== 'string') continue
    const text = given.replaceAll('\r\n', '\n')
    // Skips unchanged values, and empty values of a new record.
    if (state.stored ? text === storedText(drawing, state, control) : text === '') continue
    const value = meantBy(control, text, texts)
    if (value instanceof Refusal)
      issues.push({ field: key, code: value.code, message: `${control.field.label}: ${value.message}` })
    else input[key] = value
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return readFormFields(state.entity, input, scope.language)
}

const revisionOf = (sent: Fields): number | undefined => {
  const text = sent[revisionField]
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

async function remove({ scope, at }: Drawing, { entity, stored }: State, sent: Fields): Promise<Reply> {
  await scope.app.remove(entity.name, stored!.id, { revision: revisionOf(sent) })
  return redirect(at(`records/${entity.name}?done=removed`))
}

async function write(drawing: Drawing, state: State, sent: Fields): Promise<Reply> {
  const { scope, at } = drawing
  const { entity, stored } = state
  const target = stored && { id: stored.id, revision: revisionOf(sent) }
  const { id } = await scope.app.write(entity.name, await inputOf(drawing, state, sent), { ...target })
  return redirect(at(`records/${entity.name}/${id}?done=saved`))
}

/** Saves or deletes the record. After an error, draws the form again with the typed values. */
export async function takeForm(drawing: Drawing, sent: Fields): Promise<Reply> {
  const { scope, texts } = drawing
  const state = await stateOf(drawing)
  const removes = sent[removeField] === '1' && state.stored !== null
  requireTarget(scope.app, requestOf(drawing), removes ? 'delete' : state.stored ? 'update' : 'create')
  try {
    return await (removes ? remove(drawing, state, sent) : write(drawing, state, sent))
  } catch (thrown) {
    const error = tellIn(scope.app.registry, scope.language).error(thrown)
    if (error instanceof ValidationError) {
      const issues = error.issues.length > 0 ? error.issues : [{ field: '', code: error.code, message: error.message }]
      return draw(drawing, { ...state, typed: sent, issues, status: 422 })
    }
    if (!(error instanceof ServiceError) || error.code !== 'PRECONDITION_FAILED') throw error
    return draw(drawing, { ...state, typed: sent, problem: texts.changedMeanwhile, status: 412 })
  }
}
