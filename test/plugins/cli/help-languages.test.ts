// The helps of all commands in German and Hebrew, in the language of the terminal.
import { expect } from 'chai'
import { assemble } from '../../../core/boot/assemble.js'
import { loadConfig } from '../../../core/config.js'
import { findTextPlaceholders } from '../../../core/foundation/message-format.js'
import type { CliCommand } from '../../../plugins/cli/command.js'
import { listCommands, runProgram } from '../../../plugins/cli/program.js'
import { readRepositoryFile, repositoryRoot } from '../../support/repository.js'

type Texts = Readonly<Record<string, string>>

const readTexts = (language: string): Texts =>
  JSON.parse(readRepositoryFile(`messages/labels-commands.${language}.json`)) as Texts

async function printHelp(LANG: string, ...words: readonly string[]): Promise<string> {
  const lines: string[] = []
  const code = await runProgram([...words, '--help'], {
    folder: repositoryRoot,
    environment: { LANG },
    printResult: (text) => void lines.push(text),
    printMessage: (text) => void lines.push(text),
  })
  expect(code).to.equal(0)
  return lines.join('\n')
}

describe('helps of commands', () => {
  let commands: readonly CliCommand[]
  before(async () => {
    const { config, settings } = await loadConfig({ folder: repositoryRoot })
    commands = listCommands(assemble(config, { settings }))
  })

  for (const language of ['de', 'he']) {
    it(`exist in ${language} for every command and every option, and for nothing else`, () => {
      const keys = commands.flatMap(({ name, options = {} }) => {
        const command = name.replace('svc:', '')
        return [command, ...Object.keys(options).map((option) => `${command}.${option}`)]
      })
      const texts = readTexts(language)
      expect(Object.keys(texts).toSorted()).to.deep.equal(keys.toSorted())
      expect(Object.values(texts).filter((text) => !/[.”“]$/.test(text))).to.deep.equal([])
      expect([...new Set(Object.values(texts).flatMap(findTextPlaceholders))].toSorted()).to.deep.equal(['presets', 'scopes'])
    })
  }

  it('are printed in the language of the terminal, with the headings of commander', async () => {
    const german = await printHelp('de_DE.UTF-8', 'token:mint')
    expect(german).to.match(/^Aufruf: svc svc:token:mint/)
    expect(german).to.include('Argumente:').and.to.include('Optionen:').and.to.include('Beispiele:')
    expect(german).to.match(/Recht; mehrfach möglich\. Eines von\s+catalog:read/)
    expect(await printHelp('he_IL.UTF-8', 'token:mint')).to.include('שימוש: svc svc:token:mint')
    expect(await printHelp('C', 'token:mint')).to.match(/^Usage: svc svc:token:mint[\s\S]*Scope; may be repeated\. One of/)
  })

  it('list the commands with the first sentence of each', async () => {
    const german = await printHelp('de_DE.UTF-8')
    expect(german).to.match(/svc:serve +Stellt Storefront, Admin und APIs bereit/)
    expect(german).to.include('Jeder Name gilt auch ohne „svc:“.')
    expect(await printHelp('C')).to.match(/svc:serve +Serves the storefront/)
  })
})
