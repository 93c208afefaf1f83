// Commands for the configuration: print the effective settings with their sources, and generate types and clients.
import { boolean, createMessage, string } from '#core/contract.js'
import { formatSetting, settingNames } from '#core/surface.js'
import { defineCliCommand } from '../command.js'
import { formatTable } from '../result-format.js'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

interface ConfigResult {
  readonly file: string
  readonly settings: Readonly<Record<string, { readonly value: string; readonly from: string }>>
  readonly languages: readonly string[]
  readonly host: string
  readonly plugins: readonly string[]
  readonly customizations: readonly string[]
  readonly checked: boolean
}

/** Prints the effective settings, secrets masked. Also validates the assembled configuration. */
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

interface GenerateResult {
  readonly folder: string
  readonly files: number
}

/** Writes schemas, record stubs and types of this installation, and generated files of its plugins such as typed clients. */
export const typesGenerate = defineCliCommand({
  name: 'svc:types:generate',
  description: 'Writes JSON Schemas, record stubs, TypeScript types and the typed clients of this installation.',
  options: {
    out: string('Folder to write to', { help: "Default: 'generated' next to the configuration file." }),
  },
  examples: ['svc:types:generate', 'svc:types:generate --out types/svc'],
  text({ folder, files }: GenerateResult, write) {
    return write(createMessage('commands.filesWritten', { count: files, folder }))
  },
  async run({ assemble, options }): Promise<GenerateResult> {
    const { generateTypeFiles } = await import('#core/surface.js')
    const { registry, config, settings, generators } = await assemble()
    const folder = resolve(settings.root, options.out ?? 'generated')
    const files = new Map(generateTypeFiles(registry, config.languages))
    for (const { item } of generators) {
      for (const [path, content] of await item.files(registry, config.languages)) files.set(path, content)
    }
    for (const [path, content] of files) {
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, content)
    }
    return { folder, files: files.size }
  },
})
