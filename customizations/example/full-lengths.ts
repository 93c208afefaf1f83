// The function `fullLengths`: what is sold in bars costs whole bars; pages evaluate it too, ahead of the service.
import type { FunctionDefinition, TwinModule } from 'product-configurator-service'
import { declare } from './browser/full-lengths.js'

export const fullLengths: FunctionDefinition = declare()

export const fullLengthsModule: TwinModule = {
  name: fullLengths.name,
  of: 'functions',
  script: new URL('./browser/full-lengths.js', import.meta.url),
}
