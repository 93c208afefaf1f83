// The configurator for callers in the process, who name the shopper in the options, or nobody.
import type { Context } from '../../storage/context.js'
import { type ShopRules, Visit } from '../visit.js'
import type { Configurations, ReplyOptions } from './define.js'
import { changeConfiguration, claim, readConfiguration, startConfiguration, uploadFile } from './service.js'

export function createConfigurations(context: Context, rules: ShopRules): Configurations {
  const visit = ({ shopper, language }: ReplyOptions): Visit => new Visit(context, rules, { shopper, language })
  return {
    start: (input, options = {}) => startConfiguration(visit(options), input, options),
    read: (token, options = {}) => readConfiguration(visit(options), token, options),
    change: (token, input, options = {}) => changeConfiguration(visit(options), token, input, options),
    upload: (token, file, options = {}) => uploadFile(visit(options), token, file),
    claim: (token, shopper) => claim(visit({ shopper }), token),
  }
}
