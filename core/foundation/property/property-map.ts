// Property maps: names their properties, and prepares and validates the input of an action, verb or command by the map of its arguments.
import { getMessage, createMessage, createLabel, type MessageValue, suggestName } from '../message.js'
import { createIssue, maximumIssues, ValidationError, type Issue } from '../errors.js'
import type { AnyRegistry, Property, PropertyMap, PropertyOptions, UnnamedProperty } from './kind.js'
import type { InputOf } from './typing.js'

/**
 * All options, unset. Properties are built on it, so that all of them have the same keys in the same order. V8 then compiles the code
 * that reads them once, instead of again for each combination of options.
 */
const unsetOptions: { readonly [Name in keyof Required<PropertyOptions>]: PropertyOptions[Name] | undefined } = {
  label: undefined,
  required: undefined,
  default: undefined,
  translatable: undefined,
  oftenEqual: undefined,
  apiSensitive: undefined,
  platforms: undefined,
  platformDefaults: undefined,
  appliesWhen: undefined,
  inBaseCurrency: undefined,
  locked: undefined,
  readOnly: undefined,
  sameAs: undefined,
  impliedBy: undefined,
  listed: undefined,
  filter: undefined,
  sort: undefined,
  help: undefined,
}

const propertiesByMap = new WeakMap<PropertyMap, Readonly<Record<string, Property>>>()

/** Adds the key as name to each property. Cached per map because inputs are prepared with each call. */
export function nameProperties(map: PropertyMap): Readonly<Record<string, Property>> {
  const cached = propertiesByMap.get(map)
  if (cached) return cached
  const properties = addNames(map)
  propertiesByMap.set(map, properties)
  return properties
}

function addNames(map: PropertyMap): Readonly<Record<string, Property>> {
  const properties: Record<string, Property> = {}
  for (const [name, property] of Object.entries(map)) {
    const { kind, options, ...common } = property as UnnamedProperty
    properties[name] = Object.freeze({ name, kind, options, ...unsetOptions, ...common })
  }
  return Object.freeze(properties)
}

// The input of an action, verb or command. All problems are reported at once, each with its argument.

/** Maximum number of unknown names with a suggestion. */
const maximumHints = 20

const noIssues: readonly Issue[] = []

/** Terms of the messages about an input: the noun for its members, and its owner, such as `action 'clear-cache'`. */
export interface ArgumentWords {
  readonly argument: 'argument' | 'field' | 'option'
  readonly owner: MessageValue
}

/**
 * Returns the prepared input: missing or empty arguments are absent unless they have a default.
 * Throws a ValidationError with an issue for each unknown, missing or invalid argument.
 * @param words terms in messages: `argument` and `action 'clear-cache'`, or `option` and `command 'svc:token:mint'`
 * @param registry for arguments whose format depends on contributions, such as VAT ids
 */
export function prepareInput<P extends PropertyMap>(
  map: P,
  input: Readonly<Record<string, unknown>>,
  words: ArgumentWords,
  registry?: AnyRegistry,
): InputOf<P> {
  const properties = nameProperties(map)
  const names = Object.keys(properties)
  const issues: Issue[] = []
  for (const [index, name] of Object.keys(input)
    .filter((key) => !names.includes(key))
    .slice(0, maximumIssues + 1)
    .entries()) {
    const values = { argument: words.argument, name: name.slice(0, 100), owner: words.owner }
    const suggestion = index < maximumHints ? suggestName(name, names) : ''
    const hint = suggestion || createMessage('errors.knownArguments', { names })
    const message =
      names.length === 0
        ? createMessage('errors.noArguments', values)
        : createMessage('errors.unknownArgument', { ...values, hint })
    issues.push(createIssue(name, message, 'UNKNOWN_FIELD'))
  }
  const prepared: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const property of Object.values(properties)) {
    const inputValue = Object.hasOwn(input, property.name) ? input[property.name] : undefined
    const value = prepareArgument(inputValue ?? property.default ?? null, property, registry)
    if (value !== null) {
      issues.push(...validateArgument(value, property, registry))
      prepared[property.name] = value
    } else if (property.required) {
      const values = { argument: words.argument, name: property.name }
      const { help } = property
      const message =
        help === undefined
          ? createMessage('errors.argumentMissing', values)
          : createMessage('errors.describedArgumentMissing', { ...values, help: createLabel('choice', help) })
      issues.push(createIssue(property.name, message, 'REQUIRED'))
    }
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return prepared as InputOf<P>
}

function prepareArgument(value: unknown, property: Property, registry?: AnyRegistry): unknown {
  return value === null ? null : (property.kind.prepare(value, property, registry) ?? null)
}

/** Validates with the argument name as label: kinds name fields by their label, but callers know the argument by name. */
function validateArgument(value: unknown, property: Property, registry?: AnyRegistry): readonly Issue[] {
  if (property.kind.validate(value, property, registry).length === 0) return noIssues
  const renamed = { ...property, label: `'${property.name}'` }
  return property.kind
    .validate(value, renamed, registry)
    .map((refusal) => createIssue(joinPath(property.name, refusal.path), getMessage(refusal), refusal.code))
}

/** Joins `selections` and `[0].value`, or `fields` and `title`. */
function joinPath(name: string, path: string | undefined): string {
  if (path === undefined) return name
  return path.startsWith('[') ? `${name}${path}` : `${name}.${path}`
}
