// Queued mail goes out through a real mail server of the test's own, once; what it refuses is tried again later.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { unit } from '../../../core/storage/database/unit.js'
import { queueMail } from '../../../core/storage/mail-queue.js'
import { sendQueued } from '../../../plugins/mail/send.js'
import { bootTestApp, type TestApp } from '../../support/app.js'
import { createTestClock } from '../../support/clock.js'

/** As much of SMTP as a client needs; refuses recipients at `refuses`. */
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
        const said = heard.slice(0, end)
        heard = heard.slice(end + (inData ? 5 : 2))
        if (inData) {
          this.received.push(said)
          inData = false
          say('250 taken')
        } else if (/^DATA/i.test(said)) {
          inData = true
          say('354 go on')
        } else if (/^QUIT/i.test(said)) {
          say('221 bye')
          socket.end()
        } else if (this.refuses !== '' && said.includes(this.refuses)) say('550 nobody here')
        else say('250 well')
      }
    })
  }
}

describe('mail', () => {
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
    unit(app.context.database, (u) => queueMail(app.context, u, { to, subject: 'Grüße', text: 'Hello\n.\nthere' }))
  const send = (): Promise<void> => sendQueued(app.context, { url, from: 'Shop <shop@shop.example>' })

  it('goes out once, as it was written', async () => {
    await queue('ada@people.example')
    await send()
    await send()
    expect(server.received).to.have.length(1)
    expect(server.received[0])
      .to.match(/^To: ada@people\.example$/m)
      .and.to.match(/^From: Shop <shop@shop\.example>$/m)
    expect(server.received[0]).to.contain('Hello\r\n..\r\nthere')
  })

  it('is not queued by a unit that is rolled back', async () => {
    const work = unit(app.context.database, (u) => queueMail(app.context, u, { to: 'a@b.example', subject: '', text: '' }), {
      dryRun: true,
    })
    await work
    await send()
    expect(server.received).to.have.length(1)
  })

  it('that is refused is tried again later, and holds up no other', async () => {
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
