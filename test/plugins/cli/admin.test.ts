// The admin account commands: invite, list and reset, with links that work once.
import { expect } from 'chai'
import type { App } from '../../../core/app.js'
import { acceptLink } from '../../../core/storage/admin/accounts.js'
import { signIn, findSessionCaller } from '../../../core/storage/admin/admin-sessions.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { bootTestApp } from '../../support/test-app.js'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { catchError } from '../../support/caught-error.js'
import { type Cli, cliOn } from './terminal.js'

interface Link {
  readonly id: number
  readonly link: string
}

describe('svc:admin', () => {
  let empty: EmptyDatabase
  let svc: Cli
  let app: App
  before(async () => {
    empty = await createEmptyDatabase()
    svc = cliOn(empty.url)
    expect(await svc('svc:migrate')).to.include({ code: 0 })
    app = await bootTestApp({ opened: await openDatabase(empty.url) })
  })
  after(async () => {
    await app.stop()
    await empty.drop()
  })

  const password = 'correct horse battery'
  const place = { address: '127.0.0.1', agent: 'test' }
  const secretOf = (out: string): string => new URL((JSON.parse(out) as Link).link).searchParams.get('secret')!
  const enter = (words: string): Promise<string> => signIn(app.context, { email: 'ada@shop.example', password: words }, place)

  it('invites an account with the given rights, and lists it without its secret', async () => {
    expect(await svc('svc:admin:list')).to.include({ code: 0, out: 'There are no admin accounts.' })
    const words = [
      'svc:admin:invite',
      ' Ada@Shop.Example',
      '--name',
      'Ada',
      '--preset',
      'author',
      '--scope',
      'code:write',
      '--language',
      'de',
      '--json',
    ]
    const { code, out } = await svc(...words)
    expect(code).to.equal(0)
    const secret = secretOf(out)
    const listed = await svc('svc:admin:list', '--json')
    expect(listed.out).not.to.contain(secret)
    expect((JSON.parse(listed.out) as object[])[0]).to.include({
      email: 'ada@shop.example',
      name: 'Ada',
      invited: true,
      language: 'de',
    })
    await acceptLink(app.context, { secret, password })
    const session = await findSessionCaller(app.context, await enter(password))
    expect(session?.grant.scopes).to.deep.equal(['catalog:write', 'code:write'])
    expect(await catchError(acceptLink(app.context, { secret, password }))).to.include({ code: 'VALIDATION_FAILED' })
  })

  it('rejects an email address that has an account, and unknown presets and scopes', async () => {
    for (const words of [
      ['ada@shop.example'],
      ['bob@shop.example', '--preset', 'boss'],
      ['bob@shop.example', '--scope', 'store:read'],
      ['bob'],
    ])
      expect((await svc('svc:admin:invite', ...words)).code, words.join(' ')).to.be.oneOf([1, 2])
    expect(JSON.parse((await svc('svc:admin:list', '--json')).out)).to.have.length(1)
  })

  it('invalidates a password and its sessions until a new password is set with the link', async () => {
    const token = await enter(password)
    const { code, out } = await svc('svc:admin:reset', 'ADA@shop.example', '--json')
    expect(code).to.equal(0)
    expect(await findSessionCaller(app.context, token)).to.equal(null)
    expect(await catchError(enter(password))).to.include({ code: 'AUTHENTICATION_FAILED' })
    await acceptLink(app.context, { secret: secretOf(out), password: 'another long password' })
    expect(await enter('another long password')).to.be.a('string')
    expect((await svc('svc:admin:reset', 'nobody@shop.example')).code).to.equal(1)
  })
})
