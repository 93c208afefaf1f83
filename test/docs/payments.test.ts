// Runs docs/guides/payments.md: its payment provider is written to a folder, plugged in, and used for a payment.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createJiti } from 'jiti'
import { assemble } from '../../core/boot/assemble.js'
import type { PaymentProvider } from '../../core/commerce/payment/define.js'
import { loadConfig, packageAliases } from '../../core/config.js'
import { http, type HttpPlugin } from '../../plugins/http/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { createPaymentMethod } from '../support/scripted-provider.js'
import { openPaymentShop, type PaymentShop } from '../core/commerce/payment/payment-shop.js'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'
import { blocksOf } from './blocks.js'

const keys = { key: 'CANARY-link-key', secret: 'CANARY-link-secret' }

interface Link {
  readonly id: string
  readonly own: string
  readonly sum: number
  readonly currency: string
  readonly page: string
  state: string
}

/** The LinkPay server: it creates payment links and returns their state. */
async function startLinkPay(): Promise<{ readonly server: Server; readonly url: string; readonly links: Map<string, Link> }> {
  const links = new Map<string, Link>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      if (request.headers.authorization !== `Bearer ${keys.key}`) return void response.writeHead(401).end()
      if (request.method === 'POST') {
        const id = `link-${links.size + 1}`
        const link = JSON.parse(text) as Pick<Link, 'own' | 'sum' | 'currency'>
        links.set(id, { ...link, id, page: `https://linkpay.example/${id}`, state: 'open' })
      }
      const id = request.method === 'POST' ? `link-${links.size}` : request.url!.split('/').at(-1)!
      response.end(JSON.stringify(links.get(id)))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, links }
}

describe('provider of docs/guides/payments.md', () => {
  const files = new Map<string, string>()
  let folder: string
  let shop: PaymentShop
  let server: HttpPlugin
  let method: number
  let linkPay: Awaited<ReturnType<typeof startLinkPay>>

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-payments-'))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(repositoryRoot, join(folder, 'node_modules', 'product-configurator-service'))
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    for (const { language, text } of blocksOf('payments.md', readRepositoryFile('docs/guides/payments.md'))) {
      const name = language === 'ts' ? /^\/\/ ([a-z.-]+\.ts): /.exec(text)?.[1] : undefined
      if (name === undefined) continue
      files.set(name, text)
      writeFileSync(join(folder, name), text)
    }
    const linkModule = (await createJiti(folder, { alias: { ...packageAliases }, fsCache: false }).import(
      join(folder, 'link-pay.ts'),
    )) as {
      readonly linkPay: PaymentProvider
    }
    linkPay = await startLinkPay()
    server = http({ mounts: [runtime()] })
    const plugin = { name: 'link-payments', core: '^0.1.0', contributes: { paymentProviders: [linkModule.linkPay] } }
    shop = await openPaymentShop({ plugins: [plugin, server] })
    method = await createPaymentMethod(shop.app.records, 'link_pay', { api: linkPay.url, ...keys })
  })
  after(async () => {
    await shop.app.stop()
    linkPay.server.close()
    rmSync(folder, { recursive: true })
  })

  it('has at most forty lines, in a configuration that passes all checks', async () => {
    expect([...files.keys()]).to.deep.equal(['link-pay.ts', 'svc.config.ts'])
    expect(
      files
        .get('link-pay.ts')!
        .split('\n')
        .filter((line) => line !== '').length,
    ).to.be.at.most(40)
    const { config } = await loadConfig({ folder })
    expect(assemble(config).registry.paymentProviders.owner('link_pay')).to.equal('link-payments')
  })

  it('redirects the customer, and marks the payment as paid after a poll', async () => {
    const { id, payment } = await shop.begun({ payment_method_id: method })
    const [stored] = await shop.payments(id)
    expect(stored).to.include({ reference: 'link-1', redirect: 'https://linkpay.example/link-1' })
    expect(linkPay.links.get('link-1')).to.include({ own: stored!['token'], sum: 119, currency: 'EUR' })
    expect(await shop.app.act('poll-payments')).to.include({ polledCount: 1, changedCount: 0 })
    linkPay.links.get('link-1')!.state = 'done'
    expect(await shop.app.act('poll-payments')).to.include({ polledCount: 1, changedCount: 1 })
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(await shop.timeline(payment)).to.deep.equal(['poll paid 119 EUR'])
  })

  it('accepts signed webhooks, and rejects wrong signatures and old timestamps', async () => {
    const { id } = await shop.begun({ payment_method_id: method })
    const link = { ...[...linkPay.links.values()].at(-1)!, state: 'done' }
    const body = JSON.stringify({ id: 'event-1', own: link.own, link })
    const deliver = async (time: number, secret: string): Promise<number> => {
      const signature = createHmac('sha256', secret).update(`${time}${body}`).digest('hex')
      const headers = { 'link-pay-signature': `${time} ${signature}` }
      return (await fetch(`${server.address()}/svc-api/payments/link_pay/${method}/events`, { method: 'POST', headers, body }))
        .status
    }
    expect(await deliver(shop.clock.time, 'another')).to.equal(422)
    expect(await deliver(shop.clock.time - 301_000, keys.secret)).to.equal(422)
    expect(await shop.states(id)).to.equal('ordered/pending')
    expect(await deliver(shop.clock.time, keys.secret)).to.equal(200)
    expect(await deliver(shop.clock.time, keys.secret)).to.equal(200)
    expect(await shop.states(id)).to.equal('paid/paid')
    expect(shop.received).to.have.length(2)
  })

  it('fails without logging its secrets', async () => {
    const wrong = await createPaymentMethod(shop.app.records, 'link_pay', {
      api: `${linkPay.url}/${keys.secret}`,
      key: 'x'.repeat(9),
      secret: keys.secret,
    })
    const { token, id } = await shop.order({ payment_method_id: wrong })
    await shop.begin(token).catch(() => undefined)
    expect(await shop.states(id)).to.equal('ordered/failed')
    expect(shop.logged.join()).to.include('LinkPay answered 401.').and.not.include('CANARY')
  })
})
