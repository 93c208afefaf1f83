// The refusals of commands in a German terminal, and the environment variables that choose the language.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { isEnglish } from '../../support/german-reply.js'
import { type Cli, cliOn } from './terminal.js'

describe('the refusals of commands in a German terminal', function () {
  this.timeout(60_000)
  let empty: EmptyDatabase
  let folder: string
  let svc: Cli
  before(async () => {
    empty = await createEmptyDatabase()
    folder = mkdtempSync(join(tmpdir(), 'svc-german-'))
    writeFileSync(join(folder, 'damaged.zip'), 'PK')
    writeFileSync(join(folder, 'noise.yaml'), Buffer.from([0xff, 0x00, 0x01, 0x81]))
    svc = cliOn(empty.url, { LANG: 'de_DE.UTF-8' })
    expect(await svc('svc:migrate')).to.include({ code: 0 })
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await empty.drop()
  })

  const commandLines: Readonly<Record<string, () => readonly string[]>> = {
    'an unknown command': () => ['tokn:list'],
    'a misspelled option': () => ['serve', '--prot', '1'],
    'an unknown option': () => ['token:list', '--colour', 'red'],
    'a missing argument': () => ['token:mint'],
    'an option without a value': () => ['token:mint', 'x', '--preset'],
    'too many arguments': () => ['token:list', 'first'],
    'an argument of another type': () => ['token:revoke', 'first'],
    'a value that is no choice': () => ['order:print', '4711', '--document', 'postcard'],
    'an unknown preset': () => ['token:mint', 'x', '--preset', 'boss'],
    'an unknown token': () => ['token:revoke', '999'],
    'an unknown order': () => ['order:print', '4711'],
    'an unknown quote': () => ['order:print', '4711', '--document', 'quote'],
    'an unknown account': () => ['admin:reset', 'nobody@shop.example'],
    'an unknown mail': () => ['mail:retry', '987'],
    'an unknown notification': () => ['notification:preview', 'Nothing'],
    'an unknown language': () => ['languages:missing', 'xx-XX'],
    'an unknown product': () => ['product:sheet', '987'],
    'a missing sheet': () => ['product:apply', join(folder, 'missing.yaml')],
    'a sheet that is not text': () => ['product:apply', join(folder, 'noise.yaml')],
    'a missing package': () => ['product:import', join(folder, 'missing.zip')],
    'a damaged package': () => ['product:import', join(folder, 'damaged.zip')],
    'a missing table': () => ['table:import', '1', join(folder, 'missing.csv')],
    'a missing model': () => ['product:import-model', join(folder, 'missing.uvl')],
    'a missing backup': () => ['restore', join(folder, 'missing.zip')],
    'a damaged backup': () => ['restore', join(folder, 'damaged.zip')],
    'options of a restore that contradict each other': () => ['restore', 'a.zip', '--verify', '--into', 'sqlite::memory:'],
    'a bucket without a name': () => ['restore', 's3://'],
    'a backup with a file name': () => ['backup', '--to', join(folder, 'backup.zip')],
    'a variable of the migrations': () => ['variable:set', 'migration_core', 'x'],
    'a migration with an invalid version': () => ['migrations:unblock', '--set-version', '1'],
    'a migration that does not exist': () => ['migrations:unblock', '--set-version', '9999'],
    'a template in a folder with files': () => ['plugin:create', 'own', '--out', folder],
  }

  for (const [title, words] of Object.entries(commandLines)) {
    it(`contain no English for ${title}`, async () => {
      const { code, err } = await svc(...words())
      expect(code, err).to.be.within(1, 2)
      expect(err.split('\n').filter(isEnglish)).to.deep.equal([])
    })
  }

  const unknown = async (environment: Readonly<Record<string, string>>): Promise<string> =>
    (await cliOn(empty.url, environment)('tokn:list')).err.split('\n')[0]!

  it('have the language of LC_ALL, then of LC_MESSAGES, then of LANG', async () => {
    const [german, english] = [/^Den Befehl/, /^There is no command/]
    expect(await unknown({ LC_ALL: 'de_AT.UTF-8', LC_MESSAGES: 'C', LANG: 'en_US.UTF-8' })).to.match(german)
    expect(await unknown({ LC_MESSAGES: 'de', LANG: 'en_US.UTF-8' })).to.match(german)
    expect(await unknown({ LC_ALL: '', LANG: 'de_DE@euro' })).to.match(german)
    expect(await unknown({ LC_ALL: 'C', LANG: 'de_DE.UTF-8' })).to.match(english)
  })

  it('are in English without a language, and in one that has no texts of commands', async () => {
    for (const LANG of ['', 'C.UTF-8', 'POSIX', 'fr_FR', 'tlh', '../de'])
      expect(await unknown({ LANG }), LANG).to.match(/^There is no command/)
  })
})
