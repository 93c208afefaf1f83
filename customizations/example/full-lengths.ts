// Formula function `fullLengths`: rounds up to whole bars for goods sold in bars. Browsers evaluate it too.
import type { FunctionDefinition, ClientModule } from 'product-configurator-service'
import { declare } from './browser/full-lengths.js'

export const fullLengths: FunctionDefinition = declare()

export const fullLengthsModule: ClientModule = {
  name: fullLengths.name,
  of: 'functions',
  script: new URL('./browser/full-lengths.js', import.meta.url),
}
