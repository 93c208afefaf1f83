// The mail queue against a real SMTP server: each mail is sent once, and rejected mails are retried later.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { unit } from '../../../core/storage/unit-of-work/transaction.js'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../../core/foundation/log.js'
import { listQueue, queueMails } from '../../../core/storage/mail-queue.js'
import { sendQueued } from '../../../plugins/mail/send.js'
import { smtpTimeouts } from '../../../plugins/mail/transport.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'

/** A minimal SMTP server that rejects the recipient in `refuses`. */
class MailServer {
  readonly received: string[] = []
  refuses = ''
  private readonly server: Server = createServer((socket) => this.talk(socket))

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve))
  }

  private talk(socket: Socket): void {
    let heard = ''
    let inData = false
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('utf8')
      for (;;) {
        const end = heard.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const command = heard.slice(0, end)
        heard = heard.slice(end + (inData ? 5 : 2))
        if (inData) {
          this.received.push(command)
          inData = false
          say('250 taken')
        } else if (/^DATA/i.test(command)) {
          inData = true
          say('354 go on')
        } else if (/^QUIT/i.test(command)) {
          say('221 bye')
          socket.end()
        } else if (this.refuses !== '' && command.includes(this.refuses)) say('550 nobody here')
        else say('250 well')
      }
    })
  }
}

describe('queued mail', () => {
  const clock = createTestClock()
  const server = new MailServer()
  let app: TestApp
  let url: string
  before(async () => {
    app = await bootTestApp({ clock })
    url = await server.start()
  })
  after(async () => {
    await app.stop()
    await server.stop()
  })

  const queue = (to: string): Promise<void> =>
    unit(app.context.database, (u) => queueMails(app.context, u, [{ to, subject: 'Grüße', text: 'Hello\n.\nthere' }]))
  const send = (): Promise<void> => sendQueued(app.context, { url, from: 'Shop <shop@shop.example>' })

  it('is sent once and unchanged', async () => {
    const timed: unknown[] = []
    const end = app.context.timings.watch((event, _which, _seconds, succeeded) => timed.push([event, succeeded]))
    await queue('ada@people.example')
    await send()
    await send()
    end()
    expect(timed).to.deep.equal([['mail', true]])
    expect(server.received).to.have.length(1)
    expect(server.received[0])
      .to.match(/^To: ada@people\.example$/m)
      .and.to.match(/^From: Shop <shop@shop\.example>$/m)
    expect(server.received[0]).to.contain('Hello\r\n..\r\nthere')
  })

  it('names the address for replies, if it has one', async () => {
    const mail = { to: 'ada@people.example', subject: 'x', text: 'x' }
    const mails = [{ ...mail, replyTo: 'help@shop.example' }, mail]
    await unit(app.context.database, (u) => queueMails(app.context, u, mails))
    await send()
    const [without, named] = [server.received.pop()!, server.received.pop()!]
    expect(named).to.match(/^Reply-To: help@shop\.example$/m)
    expect(without).to.not.match(/^Reply-To:/m)
  })

  it('has the same message id at every attempt, and contains its HTML in addition to the text', async () => {
    const mail = { to: 'html@people.example', subject: 'x', text: 'words', html: '<p>words</p>' }
    await unit(app.context.database, (u) => queueMails(app.context, u, [mail]))
    const { id } = (await listQueue(app.context, 1))[0]!
    await send()
    const message = server.received.pop()!
    expect(message)
      .to.contain('<p>words</p>')
      .and.to.match(/^Message-ID: <svc-(\d+)@shop\.example>$/m)
    expect(message).to.contain(`<svc-${id}@`)
  })

  it('is written to a file if a folder is configured instead of a server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mails-'))
    await queue('file@people.example')
    const logged: unknown[] = []
    const log = { ...silentLog, info: (fields: object) => void logged.push(fields) }
    await sendQueued({ ...app.context, log }, { folder: join(folder, 'new'), from: 'Shop <shop@shop.example>' })
    const [name = '', ...otherFiles] = await readdir(join(folder, 'new'))
    expect(otherFiles).to.deep.equal([])
    expect(name).to.match(/^\d{6}\.eml$/)
    expect(logged).to.deep.equal([{ mail: Number.parseInt(name, 10), file: join(folder, 'new', name) }])
    expect(await readFile(join(folder, 'new', name), 'utf8')).to.match(/^To: file@people\.example$/m)
    expect(await listQueue(app.context, 1)).to.deep.equal([])
    await rm(folder, { recursive: true })
  })

  it('is not queued by a transaction that is rolled back', async () => {
    const work = unit(app.context.database, (u) => queueMails(app.context, u, [{ to: 'a@b.example', subject: '', text: '' }]), {
      dryRun: true,
    })
    await work
    await send()
    expect(server.received).to.have.length(1)
  })

  it('is sent in a later round if the mail server does not respond, which ends the round within 10 seconds', async () => {
    let connections = 0
    const open = new Set<Socket>()
    const silent = createServer((socket) => {
      connections++
      open.add(socket.on('error', () => undefined))
      socket.write('220 test\r\n')
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    for (const name of ['one', 'two', 'three']) await queue(`${name}@people.example`)
    const began = performance.now()
    await sendQueued(app.context, { url: `smtp://127.0.0.1:${port}?socketTimeout=200`, from: 'Shop <shop@shop.example>' })
    expect(performance.now() - began).to.be.below(10_000)
    for (const socket of open) socket.destroy()
    silent.close()
    expect(connections).to.equal(1)
    expect((await listQueue(app.context, 3)).map(({ attempts }) => attempts).toSorted((a, b) => a - b)).to.deep.equal([0, 0, 1])
    expect(Object.values(smtpTimeouts).every((milliseconds) => milliseconds <= 15_000)).to.equal(true)
    clock.time += 60_000
    await send()
    expect(await listQueue(app.context, 3)).to.deep.equal([])
    server.received.splice(-3)
  })

  it('is retried later if its recipient is rejected, and does not delay other mails', async () => {
    server.refuses = 'gone@people.example'
    await queue('gone@people.example')
    await queue('here@people.example')
    await send()
    expect(server.received.at(-1)).to.contain('To: here@people.example')
    server.refuses = ''
    await send()
    expect(server.received).to.have.length(2)
    clock.time += 60_000
    await send()
    expect(server.received.at(-1)).to.contain('To: gone@people.example')
  })
})
