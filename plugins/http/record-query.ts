// The target of a record request, and its query parameters: languages, paging, sorting and filters.
import { createMessage, type Issue, ValidationError, type App } from '#core/contract.js'
import {
  booleanTexts,
  listAlternatives,
  type ListQuery,
  listQuoted,
  maximumLimit,
  requireActiveLanguage,
  type Entity,
  requiredScopes,
  requireEntity,
  requireScopes,
  messageFormat,
  recordGraphs,
  type accessRules,
} from '#core/surface.js'
import type { ServiceRequest } from './mount.js'
import { createAuthenticationRequiredError } from './bearer-token.js'

const listParameters = ['limit', 'offset', 'sort', 'languageTag'] as const
const recordParameters = ['languageTag', 'language'] as const

function createUnknownParameterIssue(name: string, allowedNames: readonly string[]): Issue {
  const values = { name: name.slice(0, 100), hint: messageFormat.suggestName(name, allowedNames) }
  const message =
    allowedNames.length === 0
      ? createMessage('errors.noParameters', values)
      : createMessage('errors.unknownParameter', { ...values, names: listQuoted(allowedNames) })
  return messageFormat.createIssue(name, message, 'UNKNOWN_PARAMETER')
}

/** Rejects all unknown parameters in one error. */
function rejectUnknownParameters(request: ServiceRequest, allowedNames: readonly string[], filters: boolean): void {
  const issues: Issue[] = []
  for (const name of request.query.values.keys())
    if (!allowedNames.includes(name)) issues.push(createUnknownParameterIssue(name, allowedNames))
  if (!filters)
    for (const name of request.query.filters.keys()) issues.push(createUnknownParameterIssue(`filter[${name}]`, allowedNames))
  if (issues.length > 0) throw new ValidationError(issues)
}

/** The language tag: from the query, else from the URL prefix, else undefined for the store default. */
function readLanguageTag(request: ServiceRequest, names: readonly string[]): string | undefined {
  const presentNames = names.filter((name) => request.query.values.has(name))
  const tags = new Set(presentNames.map((name) => request.query.values.get(name)))
  if (tags.size > 1) {
    throw ValidationError.of('language', createMessage('errors.twoLanguages'))
  }
  const [name] = presentNames
  if (name === undefined) return request.language ?? undefined
  const languages = request.versionedSnapshot?.snapshot.languages
  const tag = request.query.values.get(name)
  return languages ? requireActiveLanguage(languages, tag, name) : tag
}

/** The file name for the reply, from the query parameter `name`. */
export function readFileName(request: ServiceRequest): string | undefined {
  rejectUnknownParameters(request, ['name'], false)
  return request.query.values.get('name')
}

/** Reads the only parameter of an address, which takes one of `names`. Default: the first name. */
export function readChoiceParameter<const Name extends string>(
  request: ServiceRequest,
  parameter: string,
  names: readonly Name[],
): Name {
  rejectUnknownParameters(request, [parameter], false)
  const value = request.query.values.get(parameter)
  const choice = value === undefined ? names[0] : names.find((name) => name === value)
  if (choice !== undefined) return choice
  const message = createMessage('errors.parameterChoice', {
    name: parameter,
    choices: listAlternatives(names),
    value: (value ?? '').slice(0, 40),
    hint: messageFormat.suggestName(value ?? '', names),
  })
  throw ValidationError.of(parameter, message, 'INVALID_VALUE')
}

/** Reads boolean parameters (`switches`) and record ids (`ids`). Missing parameters are absent from the result. */
export function readFlagParameters(
  request: ServiceRequest,
  switches: readonly string[],
  ids: readonly string[],
): Readonly<Record<string, boolean | number>> {
  rejectUnknownParameters(request, [...switches, ...ids], false)
  const flags: Record<string, boolean | number> = {}
  for (const [name, text] of request.query.values) {
    const isSwitch = switches.includes(name)
    const value = isSwitch ? booleanTexts.get(text) : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
    if (value !== undefined) flags[name] = value
    else {
      const message = createMessage(isSwitch ? 'errors.parameterSwitch' : 'errors.parameterRecord', {
        name,
        value: text.slice(0, 40),
      })
      throw ValidationError.of(name, message, 'INVALID_VALUE')
    }
  }
  return flags
}

/** Rejects every query parameter. */
export function rejectParameters(request: ServiceRequest): void {
  rejectUnknownParameters(request, [], false)
}

/** The language of a single read or a write. `also` lists further allowed parameters. */
export function readRecordLanguage(request: ServiceRequest, also: readonly string[] = []): string | undefined {
  rejectUnknownParameters(request, [...recordParameters, ...also], false)
  return readLanguageTag(request, recordParameters)
}

/** Parses a whole number from 0, or adds an issue. Larger numbers are reduced to `most`. */
function readNumberParameter(
  request: ServiceRequest,
  name: 'limit' | 'offset',
  maximum: number,
  issues: Issue[],
): number | undefined {
  const text = request.query.values.get(name)
  if (text === undefined) return undefined
  if (/^\d{1,100}$/.test(text)) return Math.min(Number(text), maximum)
  issues.push(messageFormat.createIssue(name, createMessage('errors.parameterNumber', { name, value: text.slice(0, 40) })))
  return undefined
}

/** Paging, sorting and filters of a collection request. `also` lists further allowed parameters. */
export function readListQuery(request: ServiceRequest, also: readonly string[] = []): ListQuery {
  if (request.query.values.has('language')) {
    throw ValidationError.of('language', createMessage('errors.collectionLanguage'), 'UNKNOWN_PARAMETER')
  }
  rejectUnknownParameters(request, [...listParameters, ...also], true)
  const issues: Issue[] = []
  const limit = readNumberParameter(request, 'limit', maximumLimit, issues)
  const offset = readNumberParameter(request, 'offset', Number.MAX_SAFE_INTEGER, issues)
  if (issues.length > 0) throw new ValidationError(issues)
  const sort = request.query.values.get('sort')
  return { filters: request.query.filters, language: readLanguageTag(request, ['languageTag']), limit, offset, sort }
}

/** The entity in the address, or the named one. Throws NOT_FOUND, INSUFFICIENT_SCOPE, or VALIDATION_FAILED for an unsupported operation, in that order. */
export function requireTargetEntity(
  app: App,
  request: ServiceRequest,
  operation: accessRules.Operation,
  name = request.params.entity ?? '',
): Entity {
  const entity = requireEntity(app.context.registry, name)
  if (request.caller === null) throw createAuthenticationRequiredError()
  requireScopes(request.caller.grant, requiredScopes(entity, operation))
  recordGraphs.requireOperation(entity, operation)
  return entity
}

const idPattern = /^[1-9]\d{0,15}$/

/** The record id in the address. Throws NOT_FOUND for an impossible id. */
export function requireRecordId(entity: Entity, request: ServiceRequest): number {
  const text = request.params.id ?? ''
  const id = idPattern.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw recordGraphs.createMissingRecordError(entity, text)
  return id
}
