// The generated pages and tables in docs/reference are current: npm run generate writes the same text.
import { expect } from 'chai'
import {
  createEntitiesPage,
  createPropertyKindsPage,
  createScopesPage,
  replaceErrorSections,
  replaceEventTable,
  replaceSettingsTable,
} from '../../bin/reference-pages.js'
import { assemble } from '../../core/boot/assemble.js'
import { standalone } from '../../hosts/standalone/index.js'
import { grantableScopes, presets } from '../../core/foundation/access.js'
import { propertyKinds } from '../../core/model/properties/index.js'
import { advisor } from '../../plugins/advisor/index.js'
import { print } from '../../plugins/print/index.js'
import { backup } from '../../plugins/backup/index.js'
import { packages } from '../../plugins/packages/index.js'
import { sheets } from '../../plugins/sheets/index.js'
import { stock } from '../../plugins/stock/index.js'
import { readRepositoryFile } from '../support/repository.js'

const page = (name: string): string => readRepositoryFile(`docs/reference/${name}.md`)

describe('docs/reference', () => {
  const { registry } = assemble({
    languages: ['en-GB', 'de-DE'],
    host: standalone(),
    plugins: [stock, print, advisor, packages, sheets, backup],
  })

  it('lists every entity with its table and fields in entities.md', () => {
    expect(page('entities')).to.equal(createEntitiesPage(registry))
    for (const name of registry.entities.keys()) expect(page('entities')).to.include(`\n### ${name}\n`)
  })

  it('lists every scope and preset in scopes.md', () => {
    expect(page('scopes')).to.equal(createScopesPage(registry))
    for (const name of [...grantableScopes, ...Object.keys(presets)]) expect(page('scopes')).to.include(`\`${name}\``)
  })

  it('lists every property kind with its options in property-kinds.md', () => {
    expect(page('property-kinds')).to.equal(createPropertyKindsPage(readRepositoryFile))
    for (const { name } of propertyKinds) expect(page('property-kinds')).to.match(new RegExp(`^## ${name}\n\n[A-Z\`]`, 'm'))
  })

  it('lists every error code in errors.md', () => {
    expect(replaceErrorSections(page('errors'))).to.equal(page('errors'))
  })

  it('lists every event in events.md', () => {
    expect(replaceEventTable(page('events'))).to.equal(page('events'))
  })

  it('lists every setting with a default in configuration.md', () => {
    expect(replaceSettingsTable(page('configuration'))).to.equal(page('configuration'))
    expect(page('configuration')).not.to.match(/^\| `\w+` \|.*\|\s*\|$/m)
  })
})
