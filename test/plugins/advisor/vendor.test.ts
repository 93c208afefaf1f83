// The vendor protocols over real HTTP against the scripted vendor: transmitted content, and distinct failure reasons.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { createAnthropicVendor } from '../../../plugins/advisor/vendor/anthropic.js'
import { callVendor, VendorHealth } from '../../../plugins/advisor/vendor/vendor-call.js'
import { type Vendor, type VendorEvent, VendorFailure, type VendorRequest } from '../../../plugins/advisor/vendor/define.js'
import { createOpenAiCompatibleVendor } from '../../../plugins/advisor/vendor/openai-compatible.js'
import { encodeChatReply } from '../../../plugins/advisor/vendor/scripted/script-protocols.js'
import type { ScriptServer } from '../../../plugins/advisor/surface.js'
import { startFailingVendor } from '../../../plugins/testing/index.js'
import { isAllowedAddress } from '../../../core/foundation/allowed-address.js'
import { collectGarbageRepeatedly } from '../../support/garbage-collection.js'
import { Timings } from '../../../core/foundation/clock.js'

const protocols = { openaiCompatible: createOpenAiCompatibleVendor, anthropic: createAnthropicVendor }
const request: VendorRequest = {
  system: 'Nothing is being configured yet.',
  messages: [{ role: 'shopper', text: 'A lamp, please' }],
  tools: [{ name: 'list_products', description: 'Lists.', schema: { type: 'object' } }],
  mostTokens: 100,
}

/** A request without tools is answered with text. */
const speaking: VendorRequest = { ...request, tools: [] }

describe('a vendor', () => {
  let script: ScriptServer
  let requestCount = 0
  before(async () => {
    script = await startFailingVendor({ key: 'the key', onBody: () => (requestCount += 1) })
  })
  after(() => script.stop())

  for (const [name, open] of Object.entries(protocols)) {
    describe(`over ${name}`, () => {
      const vendor = (model: string, change: { readonly apiKey?: string; readonly hosts?: readonly string[] } = {}): Vendor => {
        const { apiKey = 'the key', hosts = [new URL(script.url).host] } = change
        return open({ baseUrl: script.url, hosts, patience: 200 }, { model, apiKey })
      }
      const timings = new Timings()
      const ask = async (from: Vendor, health = new VendorHealth(), vendorRequest = request): Promise<readonly VendorEvent[]> => {
        const events: VendorEvent[] = []
        const signal = new AbortController().signal
        for await (const event of callVendor(from, vendorRequest, { health, signal, timings })) events.push(event)
        return events
      }
      const failure = async (from: Vendor, health?: VendorHealth, vendorRequest = request): Promise<string> => {
        requestCount = 0
        try {
          await ask(from, health, vendorRequest)
        } catch (error) {
          if (error instanceof VendorFailure) return error.reason
          throw error
        }
        return 'none'
      }

      it('yields text, calls, usage and an end event', async () => {
        const events = await ask(vendor('scripted'))
        expect(events.find(({ kind }) => kind === 'call')).to.include({ name: 'list_products' })
        expect(events.find(({ kind }) => kind === 'usage'))
          .to.have.property('input')
          .above(0)
        expect(events.at(-1)).to.deep.equal({ kind: 'end', reason: 'tools' })
        const eventList = await ask(vendor('scripted'), new VendorHealth(), { ...request, tools: [] })
        const text = eventList.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')
        expect(text).to.equal('The shopper wanted to configure a product.')
        expect(eventList.at(-1)).to.deep.equal({ kind: 'end', reason: 'said' })
      })

      it('sends tool results to the vendor', async () => {
        const calls = [{ id: 'a', name: 'list_products', input: {} }]
        const results = [{ id: 'a', text: '{"products":[{"id":7,"title":"Lamp"}]}', failed: false }]
        const messages = [...request.messages, { role: 'advisor' as const, text: '', calls }, { role: 'tools' as const, results }]
        const events = await ask(vendor('scripted'), new VendorHealth(), { ...request, messages })
        expect(events.find(({ kind }) => kind === 'call'))
          .to.deep.include({ name: 'start' })
          .and.have.nested.property('input.product_id', 7)
      })

      it('measures the time to the first word and to the end', async () => {
        const timed: unknown[] = []
        const end = timings.watch((event, which, seconds, succeeded) => timed.push([event, which, seconds < 10, succeeded]))
        await ask(vendor('scripted'))
        await failure(vendor('scripted-cuts'), new VendorHealth(), speaking)
        end()
        const words = [
          ['first-word', 'scripted', true, true],
          ['vendor', 'scripted', true, true],
          ['first-word', 'scripted-cuts', true, true],
          ['vendor', 'scripted-cuts', true, false],
        ]
        expect(timed).to.deep.equal(words)
      })

      it('tries a busy or broken vendor three times', async () => {
        expect([await failure(vendor('scripted-busy')), requestCount]).to.deep.equal(['busy', 3])
        expect([await failure(vendor('scripted-broken')), requestCount]).to.deep.equal(['broken', 3])
      })

      it('does not retry once the first word has arrived', async () => {
        expect([await failure(vendor('scripted-cuts'), new VendorHealth(), speaking), requestCount]).to.deep.equal([
          'unreachable',
          1,
        ])
        expect([await failure(vendor('scripted-stalls'), new VendorHealth(), speaking), requestCount]).to.deep.equal(['late', 1])
      })

      it('times out on a silent vendor and can be aborted, also under garbage collection', async () => {
        const stop = collectGarbageRepeatedly()
        try {
          expect([await failure(vendor('scripted-stalls'), new VendorHealth(), speaking), requestCount]).to.deep.equal([
            'late',
            1,
          ])
          const control = new AbortController()
          const abortError = new Error('gone')
          setTimeout(() => control.abort(abortError), 100)
          const patient = open(
            { baseUrl: script.url, hosts: [new URL(script.url).host], patience: 60_000 },
            { model: 'scripted-stalls', apiKey: 'the key' },
          )
          const asking = { health: new VendorHealth(), signal: control.signal, timings: new Timings() }
          const listening = async (): Promise<void> => {
            for await (const _ of callVendor(patient, speaking, asking)) continue
          }
          expect(await listening().catch((error: unknown) => error)).to.equal(abortError)
        } finally {
          stop()
        }
      })

      it('yields a call with null input if its arguments are not JSON', async () => {
        const events = await ask(vendor('scripted-malformed'))
        expect(events.find(({ kind }) => kind === 'call')).to.have.property('input', null)
      })

      it('reports a rejected key after one request', async () => {
        expect([await failure(vendor('scripted', { apiKey: 'another' })), requestCount]).to.deep.equal(['refused', 0])
      })

      it('does not call a host that is not allowed', async () => {
        expect([await failure(vendor('scripted', { hosts: ['api.openai.com'] })), requestCount]).to.deep.equal(['forbidden', 0])
      })

      it('rests a vendor after repeated failures and calls it again after the pause', async () => {
        let now = 0
        const health = new VendorHealth(() => now)
        for (let attempt = 0; attempt < 2; attempt++) await failure(vendor('scripted-broken'), health)
        expect([await failure(vendor('scripted'), health), requestCount]).to.deep.equal(['resting', 0])
        now = 31_000
        expect(await failure(vendor('scripted'), health)).to.equal('none')
        expect(await failure(vendor('scripted'), health)).to.equal('none')
      })

      it('stops when the caller aborts', async () => {
        const control = new AbortController()
        const abortError = new Error('gone')
        setTimeout(() => control.abort(abortError), 20)
        const listening = async (): Promise<void> => {
          for await (const _ of callVendor(vendor('scripted-stalls'), request, {
            health: new VendorHealth(),
            signal: control.signal,
            timings: new Timings(),
          }))
            continue
        }
        expect(await listening().catch((error: unknown) => error)).to.equal(abortError)
      })
    })
  }

  it('reuses the connection for subsequent calls', async () => {
    let connections = 0
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(encodeChatReply({ text: 'Done.', calls: [] }, '').join(''))
      // The end arrives after the last event that clients wait for.
      setTimeout(() => response.end(), 5)
    }).on('connection', () => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const line = { baseUrl: `http://127.0.0.1:${port}/v1`, hosts: [`127.0.0.1:${port}`], patience: 1_000 }
    const vendor = createOpenAiCompatibleVendor(line, { model: 'any', apiKey: '' })
    for (let call = 0; call < 4; call++) {
      for await (const _ of callVendor(vendor, request, {
        health: new VendorHealth(),
        timings: new Timings(),
        signal: new AbortController().signal,
      }))
        continue
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    server.close()
    server.closeAllConnections()
    expect(connections).to.equal(1)
  })

  it('address: only allowed hosts pass, and no address with a user name', () => {
    const hosts = ['api.openai.com', 'localhost:11434']
    expect(['https://api.openai.com/v1', 'http://localhost:11434/v1'].map((url) => isAllowedAddress(url, hosts))).to.deep.equal([
      true,
      true,
    ])
    const refused = [
      'http://localhost',
      'http://api.openai.com/v1',
      'https://api.openai.com.evil.example',
      'https://me@api.openai.com',
      'file:///api.openai.com',
      'http://169.254.169.254',
      '',
    ]
    expect(refused.filter((url) => isAllowedAddress(url, hosts))).to.deep.equal([])
  })

  it('address: plain http requires a loopback host or an http:// entry, and the exact port', () => {
    const hosts = ['http://models.internal:11434', 'http://gateway.internal', 'vendor.example', '127.0.0.1:8080']
    const urls = [
      ['http://models.internal:11434/v1', true],
      ['http://gateway.internal/v1', true],
      ['http://127.0.0.1:8080/v1', true],
      ['https://vendor.example/v1', true],
      ['http://vendor.example/v1', false],
      ['http://models.internal/v1', false],
      ['http://gateway.internal:8080/v1', false],
      ['https://gateway.internal/v1', false],
      ['http://127.0.0.1:8081/v1', false],
    ] as const
    expect(urls.map(([url]) => [url, isAllowedAddress(url, hosts)])).to.deep.equal(urls)
  })
})
