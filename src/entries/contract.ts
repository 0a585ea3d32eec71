export type { Report, ReportedRule, ReportedViolation } from '../../contract-tests/report/report.js';
export type { Waiver } from '../../contract-tests/waivers/waivers.js';
export type { CheckOptions, ContractOptions } from '../contract/contract-options.js';
export { describeContract } from '../contract/describe-contract.js';
export { runCheck, violationText } from '../contract/run-check.js';
export { InputError } from '../json/input-error.js';
