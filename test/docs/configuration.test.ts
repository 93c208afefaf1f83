// docs/reference/configuration.md lists exactly the existing settings, with variable and description.
import { expect } from 'chai'
import { settingDeclarations, settingNames } from '../../core/settings.js'
import { readRepositoryFile } from '../support/repository.js'

describe('docs/reference/configuration.md', () => {
  it('lists every setting in order, with its variable and description', () => {
    const rows = [
      ...readRepositoryFile('docs/reference/configuration.md').matchAll(/^\| `(\w+)` \| (?:`(\w+)` )?\| ([^|]+) \|/gm),
    ]
    expect(rows.map(([, name, variable]) => [name, variable ?? null])).to.deep.equal(
      settingNames.map((name) => [name, settingDeclarations[name].variable]),
    )
    for (const [index, name] of settingNames.entries()) {
      const sentence = rows[index]?.[3]?.replace(/\.$/, '') ?? ''
      expect(settingDeclarations[name].help.startsWith(sentence), `${name}: ${sentence}`).to.equal(true)
    }
  })
})
