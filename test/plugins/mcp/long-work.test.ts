// Tests long tool calls over HTTP: other requests are answered while one runs, and each caller runs one at a time.
import { expect } from 'chai'
import { join } from 'node:path'
import { repositoryRoot } from '../../support/repository.js'
import { type Content, type McpService, rawAssistant, startMcp } from './service.js'

describe('a simulation over MCP', () => {
  let service: McpService
  let product_id: number
  before(async () => {
    service = await startMcp({ path: join(repositoryRoot, 'svc.config.ts') })
    const texts = (title: string) => ({ title_en_GB: title, title_de_DE: title })
    const { app } = service
    product_id = (await app.records.write('product', { ...texts('Box'), tax_class_id: 1 })).id
    const page_id = (await app.records.write('page', { product_id, ...texts('Page') })).id
    const question = await app.records.write('question', {
      page_id,
      question_type: 'Radiobuttons',
      required: true,
      ...texts('Colour'),
    })
    for (const colour of ['Red', 'Blue']) await app.records.write('answer', { question_id: question.id, ...texts(colour) })
  })
  after(() => service.stop())

  const simulate = async (more: object): Promise<Content> => {
    const assistant = rawAssistant(await service.client('catalog:read'))
    return assistant.call('svc_simulate_product', { product_id, ...more })
  }

  it('does not block other requests, and rejects a second one of the same caller', async () => {
    await simulate({ walks: 1 })
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    // If a short simulation arrives first, this one is rejected.
    const long = async (): Promise<Content> => {
      const result = await simulate({ walks: 1_000_000, seconds: 2 })
      return result.isError ? long() : result
    }
    const running = long()
    // When a short simulation is rejected, the long one is running.
    let second = await simulate({ walks: 1 })
    while (!second.isError) second = await simulate({ walks: 1 })
    expect(second.content[0]?.text).to.match(/^Another check or simulation of yours is still running\./)
    const { structuredContent } = await running
    clearInterval(timer)
    expect(structuredContent).to.include({ exact: true, validConfigurations: '2' })
    expect(ticks).to.be.greaterThan(50)
  }).timeout(60_000)
})
