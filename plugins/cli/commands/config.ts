// Prints the effective settings with their sources, secrets masked. Also validates the assembled configuration.
import { boolean, createMessage } from '#core/contract.js'
import { formatSetting, settingNames } from '#core/surface.js'
import { defineCliCommand } from '../command.js'
import { formatTable } from '../result-format.js'

interface ConfigResult {
  readonly file: string
  readonly settings: Readonly<Record<string, { readonly value: string; readonly from: string }>>
  readonly languages: readonly string[]
  readonly host: string
  readonly plugins: readonly string[]
  readonly customizations: readonly string[]
  readonly checked: boolean
}

export const configCommand = defineCliCommand({
  name: 'svc:config',
  description: 'Prints the active settings and the source of each. Secrets are masked.',
  options: {
    check: boolean('Check the configuration', { help: 'Runs all boot checks that need no database.' }),
  },
  examples: ['svc:config', 'svc:config --check', 'SVC_PORT=8080 svc:config --check --json'],
  text({ file, settings, checked, ...composed }: ConfigResult, write) {
    const rows = Object.entries(settings).map(([name, { value, from }]) => [name, value, `(${from})`])
    const lists = Object.entries(composed).map(([name, value]) => [
      name,
      [value].flat().join(', ') || write(createMessage('commands.none')),
      '(svc.config.ts)',
    ])
    const head = write(createMessage('commands.configuration', { file }))
    return [head, formatTable([...rows, ...lists]), ...(checked ? [write(createMessage('commands.checksPass'))] : [])].join('\n')
  },
  async run({ load, assemble, options, say, json, write }): Promise<ConfigResult | undefined> {
    const { file, config: composition, settings } = await load()
    const outcome: ConfigResult = {
      file,
      settings: Object.fromEntries(
        settingNames.map((name) => [name, { value: formatSetting(name, settings[name]), from: settings.origins[name] }]),
      ),
      languages: composition.languages,
      host: composition.host.name,
      plugins: composition.plugins.map(({ name }) => name),
      customizations: (composition.customizations ?? []).map(({ name }) => name),
      checked: false,
    }
    if (!options.check) return outcome
    try {
      await assemble()
    } catch (error) {
      if (!json) say(configCommand.text!(outcome, write))
      throw error
    }
    return { ...outcome, checked: true }
  },
})
