// Prepares and judges the input of an action or a command by its property map: every problem at once, each naming its argument.
import { mostIssues, ValidationError, type Issue } from '../ground/errors.js'
import { didYouMean } from '../ground/nearest.js'
import { nameProperties, type Property, type PropertyMap } from '../ground/property/kind.js'
import type { InputOf } from '../ground/property/typing.js'

/** Of so many unknown names the nearest known one is looked for. */
const hinted = 20

const none: readonly Issue[] = []

/**
 * The input as the author's code reads it: arguments that were left out or empty are absent, unless they have a default.
 * Throws a ValidationError with an issue for each argument that is unknown, missing or not accepted.
 * @param words how messages call things: `argument` and `action 'clear-cache'`, or `option` and `command 'svc:token:mint'`
 */
export function prepareInput<P extends PropertyMap>(
  map: P,
  input: Readonly<Record<string, unknown>>,
  words: { readonly argument: string; readonly owner: string },
): InputOf<P> {
  const properties = nameProperties(map)
  const names = Object.keys(properties)
  const issues: Issue[] = []
  for (const [index, name] of Object.keys(input)
    .filter((key) => !names.includes(key))
    .slice(0, mostIssues + 1)
    .entries()) {
    const hint = index < hinted ? didYouMean(name, names) : ''
    const known = names.length === 0 ? ` The ${words.owner} takes none.` : hint || ` Known: ${names.join(', ')}.`
    issues.push({
      field: name,
      code: 'UNKNOWN_FIELD',
      message: `Unknown ${words.argument} '${name.slice(0, 100)}' of ${words.owner}.${known}`,
    })
  }
  const prepared: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const property of Object.values(properties)) {
    const sent = Object.hasOwn(input, property.name) ? input[property.name] : undefined
    const value = prepareArgument(sent ?? property.default ?? null, property)
    if (value !== null) {
      issues.push(...judge(value, property))
      prepared[property.name] = value
    } else if (property.required) {
      const help = property.help === undefined ? '' : ` ${property.help}`
      issues.push({
        field: property.name,
        code: 'REQUIRED',
        message: `The ${words.argument} '${property.name}' is missing.${help}`,
      })
    }
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return prepared as InputOf<P>
}

function prepareArgument(given: unknown, property: Property): unknown {
  return given === null ? null : (property.kind.prepare(given, property) ?? null)
}

/** The kinds name a field by its label; a caller of a verb knows the argument by its name. */
function judge(value: unknown, property: Property): readonly Issue[] {
  if (property.kind.validate(value, property).length === 0) return none
  const named = { ...property, label: `'${property.name}'` }
  return property.kind.validate(value, named).map((refusal) => ({
    field: joined(property.name, refusal.path),
    code: refusal.code,
    message: refusal.message,
  }))
}

/** `selections` and `[0].value`, or `fields` and `title`. */
function joined(name: string, path: string | undefined): string {
  if (path === undefined) return name
  return path.startsWith('[') ? `${name}${path}` : `${name}.${path}`
}
