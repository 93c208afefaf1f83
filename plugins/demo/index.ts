// Plugin of the demo shop with three products. The service seeds it at start if the setting asks for it, or by svc:demo:seed.
import { type Plugin, messageText } from 'product-configurator-service'

export interface DemoOptions {
  /** Further active languages of the demo shop, as tags such as `he-IL`. */
  readonly languages?: readonly string[]
}

export function demo({ languages = [] }: DemoOptions = {}): Plugin {
  return {
    name: 'demo',
    core: '^0.1.0',
    contributes: {
      commands: [
        {
          name: 'svc:demo:seed',
          description: 'Authors the demo shop: a roller blind, a laptop and a standing desk, in English, German and Hebrew.',
          examples: ['svc:demo:seed', 'svc:demo:seed --json'],
          database: 'migrate',
          async run({ app, progress }) {
            const { seedDemo } = await import('./seed.js')
            return seedDemo(app, progress, languages)
          },
        },
      ],
    },
    async start(app) {
      if (!app.config.demo) return
      const { seedDemo } = await import('./seed.js')
      await seedDemo(app, (message) => app.context.log.info({}, messageText(message)), languages)
    },
  }
}
