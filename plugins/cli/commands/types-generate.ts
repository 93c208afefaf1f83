// Writes schemas, record stubs and types of this installation, and generated files of its plugins such as typed clients.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { string, createMessage } from '#core/contract.js'
import { defineCliCommand } from '../command.js'

interface GenerateResult {
  readonly folder: string
  readonly files: number
}

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
