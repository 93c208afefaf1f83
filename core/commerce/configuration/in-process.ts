// The configurator for callers in the process, who name the shopper in the options, or nobody.
import type { Context } from '../../storage/context.js'
import { type ShopRules, Visit } from '../visit.js'
import type { Configurations, ReplyOptions } from './define.js'
import { duplicateConfiguration } from './duplicate.js'
import { shareConfiguration } from './share.js'
import { step } from './step.js'
import { changeConfiguration, claim, readConfiguration, startConfiguration, uploadFile } from './service.js'

export function createConfigurations(context: Context, rules: ShopRules): Configurations {
  const visit = ({ shopper, language }: ReplyOptions): Visit => new Visit(context, rules, { shopper, language })
  return {
    start: (input, options = {}) => startConfiguration(visit(options), input, options),
    read: (token, options = {}) => readConfiguration(visit(options), token, options),
    change: (token, input, options = {}) => changeConfiguration(visit(options), token, input, options),
    undo: (token, input = {}, options = {}) => step(visit(options), token, 'undo', input, options),
    redo: (token, input = {}, options = {}) => step(visit(options), token, 'redo', input, options),
    duplicate: (token, options = {}) => duplicateConfiguration(visit(options), token, options),
    share: (token, options = {}) => shareConfiguration(visit(options), token),
    upload: (token, file, options = {}) => uploadFile(visit(options), token, file),
    claim: (token, shopper) => claim(visit({ shopper }), token),
  }
}
