// Tests tool calls over HTTP that exceed the timeout.
import { expect } from 'chai'
import { defineAction } from '../../../core/contract.js'
import { stock } from '../../../plugins/stock/index.js'
import { type McpService, startMcp } from './service.js'

describe('an MCP call over HTTP that takes too long', () => {
  let service: McpService
  let finish: () => void
  const finished = new Promise<void>((resolve) => (finish = resolve))
  before(async () => {
    const takeLong = defineAction({
      name: 'take-long',
      description: 'Ends when the test ends it.',
      input: {},
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      needs: { all: ['catalog:read'] },
      run: async () => {
        await finished
        throw new Error('after the timeout')
      },
    })
    const slow = { name: 'slow', core: '*', contributes: { actions: [takeLong] } }
    service = await startMcp({ plugins: [stock, slow] }, { timeout: 0.2 })
  })
  after(() => service.stop())

  it('returns an error, does not delay other calls, and may fail later without effect', async () => {
    const assistant = await service.assistant('catalog:read')
    const [late, other] = await Promise.all([assistant.call('svc_take_long'), assistant.call('svc_describe_customization')])
    expect(late.isError).to.equal(true)
    expect(late.content[0]!.text).to.match(/longer than 0\.2 seconds.*Read the records before you repeat it/)
    expect(other).not.to.have.property('isError')
    finish()
    expect(await assistant.call('svc_describe_customization')).not.to.have.property('isError')
  })
})
