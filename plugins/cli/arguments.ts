// Converts property definitions to command-line options and arguments, and parsed input back to properties.
import { Argument, Option, type Command as Commander } from 'commander'
import { nameProperties, type Property } from '#core/surface.js'
import type { CliCommand } from './command.js'

/** The form control of boolean properties, which become flags. */
const flagControl = 'switch'
const listControl = 'multiselect'

const toKebabCase = (name: string): string => name.replaceAll('_', '-')

function formatHelp(property: Property): string {
  return [property.label, property.help]
    .filter((text) => text !== undefined && text !== '')
    .join('. ')
    .replace(/\.?$/, '.')
}

const collectValue = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value]

/** Declares a command's options and positional arguments. */
export function declareArguments(target: Commander, command: CliCommand): void {
  const properties = nameProperties(command.options ?? {})
  const positional = command.positional ?? []
  for (const name of positional) {
    const property = properties[name]!
    const suffix = property.kind.control === listControl ? '...' : ''
    const argument = new Argument(
      property.required ? `<${toKebabCase(name)}${suffix}>` : `[${toKebabCase(name)}${suffix}]`,
      formatHelp(property),
    )
    target.addArgument(argument)
  }
  for (const property of Object.values(properties)) {
    if (!positional.includes(property.name)) target.addOption(createOption(property))
  }
}

function createOption(property: Property): Option {
  const { control } = property.kind
  const flag = `--${toKebabCase(property.name)}`
  if (control === flagControl) return new Option(flag, formatHelp(property))
  const option = new Option(`${flag} <${control === 'number' ? 'number' : 'value'}>`, formatHelp(property))
  if (property.required) option.makeOptionMandatory()
  return control === listControl ? option.argParser(collectValue) : option
}

/** The parsed input by property name. */
export function readCommandInput(command: CliCommand, parsed: Commander): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [index, name] of (command.positional ?? []).entries()) {
    const value: unknown = parsed.processedArgs[index]
    if (value !== undefined) input[name] = value
  }
  for (const name of Object.keys(command.options ?? {})) {
    const attribute = toKebabCase(name).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    const value: unknown = parsed.getOptionValue(attribute)
    if (value !== undefined) input[name] = value
  }
  return input
}
