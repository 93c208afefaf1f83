// generated/ matches the registry of core and stock. Run `npm run generate` after a change to entities or schemas.
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { assemble } from '../../core/boot/assemble.js'
import { standalone } from '../../hosts/standalone/index.js'
import { toolsDocument } from '../../plugins/mcp/tools-document.js'
import { generateTypeFiles } from '../../core/model/schema/generated-types.js'
import { print } from '../../plugins/print/index.js'
import { generateRestFiles } from '../../plugins/rest/generated-files.js'
import { generateRuntimeFiles } from '../../plugins/runtime/generated-files.js'
import { advisor } from '../../plugins/advisor/index.js'
import { generateTextTypes } from '../../plugins/storefront/text/compile.js'
import { backup } from '../../plugins/backup/index.js'
import { packages } from '../../plugins/packages/index.js'
import { sheets } from '../../plugins/sheets/index.js'
import { stock } from '../../plugins/stock/index.js'
import { repositoryRoot } from '../support/repository.js'

const languages = ['en-GB', 'de-DE']
const { registry } = assemble({ languages, host: standalone(), plugins: [stock, print, advisor, packages, sheets, backup] })
const restFiles = await generateRestFiles(registry, languages)

describe('generated/', () => {
  const expected = new Map([...generateTypeFiles(registry, languages), ...restFiles, ...generateRuntimeFiles(registry)])
  const present = readdirSync(`${repositoryRoot}/generated`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${repositoryRoot}/generated/`.length))

  it('contains exactly the files of the registry', () => {
    expect(present).to.have.members([...expected.keys()])
  })

  it('is current, byte by byte', () => {
    const stale = present.filter((path) => readFileSync(`${repositoryRoot}/generated/${path}`, 'utf8') !== expected.get(path))
    expect(stale).to.deep.equal([])
  })
})

describe('plugins/storefront/text', () => {
  it('has the types of the current catalogs', () => {
    for (const [name, text] of generateTextTypes())
      expect(readFileSync(`${repositoryRoot}/plugins/storefront/text/${name}`, 'utf8'), name).to.equal(text)
  })
})

describe('docs/reference/mcp-tools.md', () => {
  it('documents the current MCP tools', () => {
    const { registry } = assemble({
      languages: ['en-GB', 'de-DE'],
      host: standalone(),
      plugins: [stock, print, advisor, packages, sheets, backup],
    })
    expect(readFileSync(`${repositoryRoot}/docs/reference/mcp-tools.md`, 'utf8')).to.equal(toolsDocument(registry))
  })
})
