// The options of commands for commander, and the help of the program and of its commands in the language of the terminal.
import { Argument, Command as Commander, Option } from 'commander'
import { createMessage, type MessageKey, type MessageWriter } from '#core/contract.js'
import { accessRules, entityModel, messageFormat, type Property } from '#core/surface.js'
import type { CliCommand } from './command.js'

/** The form control of boolean properties, which become flags. */
const flagControl = 'switch'
const listControl = 'multiselect'

export const toKebabCase = (name: string): string => name.replaceAll('_', '-')

/** The first sentence of a description. */
export const getFirstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text

/** Writes helps in one language. The English texts of commands and their options are in the declarations. */
export class HelpWriter {
  /** @param find finds the translation of a key; undefined if there is none */
  constructor(
    private readonly language: string,
    private readonly find: (key: string, language: string) => string | undefined,
    private readonly write: MessageWriter,
  ) {}

  getMessage(key: MessageKey): string {
    return this.write(createMessage(key))
  }

  describe({ name, description }: CliCommand): string {
    return this.translate(toLabelKey(name)) ?? description
  }

  describeOption(command: CliCommand, property: Property): string {
    return this.translate(`${toLabelKey(command.name)}.${property.name}`) ?? describeProperty(property)
  }

  /** Texts about tokens list the presets and scopes. */
  private translate(key: string): string | undefined {
    const text = this.language === 'en' ? undefined : this.find(key, this.language)
    const values = { presets: accessRules.presetsWithScopes, scopes: accessRules.grantableScopes.join(', ') }
    return text === undefined ? undefined : messageFormat.formatText(text, this.language, values)
  }
}

const toLabelKey = (command: string): string => `labels-commands.${command.replace(/^svc:/, '')}`

function describeProperty({ label, help }: Property): string {
  return [label, help]
    .filter((text) => text !== undefined && text !== '')
    .join('. ')
    .replace(/\.?$/, '.')
}

/** The parser of a command's options, which also prints its help with `print`. */
export function createCommander(command: CliCommand, help: HelpWriter, print: (text: string) => void): Commander {
  const commander = new Commander(`svc ${command.name}`)
    .description(help.describe(command))
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => undefined })
    .allowExcessArguments(false)
  declareArguments(commander, command, help)
  const examples = command.examples.map((line) => `  svc ${line}`).join('\n')
  return addGlobalOptions(commander, help).addHelpText('after', `\n${help.getMessage('commands.helpExamples')}\n${examples}`)
}

/** Declares a command's options and positional arguments. */
function declareArguments(target: Commander, command: CliCommand, help: HelpWriter): void {
  const properties = entityModel.nameProperties(command.options ?? {})
  const positional = command.positional ?? []
  for (const name of positional) {
    const property = properties[name]!
    const word = `${toKebabCase(name)}${property.kind.control === listControl ? '...' : ''}`
    target.addArgument(new Argument(property.required ? `<${word}>` : `[${word}]`, help.describeOption(command, property)))
  }
  for (const property of Object.values(properties)) {
    if (!positional.includes(property.name)) target.addOption(createOption(property, help.describeOption(command, property)))
  }
}

function createOption(property: Property, description: string): Option {
  const { control } = property.kind
  const flag = `--${toKebabCase(property.name)}`
  if (control === flagControl) return new Option(flag, description)
  const option = new Option(`${flag} <${control === 'number' ? 'number' : 'value'}>`, description)
  if (property.required) option.makeOptionMandatory()
  return control === listControl ? option.argParser(collectValue) : option
}

const collectValue = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value]

/** The headings of a help, as commander writes them. */
const headings: Readonly<Record<string, MessageKey>> = {
  'Usage:': 'commands.helpUsage',
  'Arguments:': 'commands.helpArguments',
  'Options:': 'commands.helpOptions',
  'Commands:': 'commands.helpCommands',
}

function addGlobalOptions(commander: Commander, help: HelpWriter): Commander {
  return commander
    .option('--json', help.getMessage('commands.helpJson'))
    .option('--config <file>', help.getMessage('commands.helpConfig'))
    .option('--log-level <level>', help.getMessage('commands.helpLogLevel'))
    .helpOption('-h, --help', help.getMessage('commands.helpHelp'))
    .configureHelp({ styleTitle: (title) => (headings[title] === undefined ? title : help.getMessage(headings[title])) })
}

/** The help of the program: every command with its first sentence. */
export function formatProgramHelp(commands: readonly CliCommand[], help: HelpWriter): string {
  const program = new Commander('svc').description(help.getMessage('commands.helpProgram')).usage('<command> [options]')
  for (const command of commands)
    program.addCommand(new Commander(command.name).description(getFirstSentence(help.describe(command))))
  addGlobalOptions(program, help).helpCommand(false)
  program.configureHelp({ ...program.configureHelp(), subcommandTerm: (command) => command.name() })
  return `${program.helpInformation().trimEnd()}\n\n${help.getMessage('commands.helpMore')}`
}
