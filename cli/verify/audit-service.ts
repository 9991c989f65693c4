// The audit of the service at full length: for `npm run verify`. Tests keep a short form.

import { auditService } from "../commands/audit/audit-service.ts"
import { formatServiceAudit } from "../commands/audit/service-audit-text.ts"

const audit = await auditService({ runs: 300, confidence: 1 - 1e-6, delta: 1e-5 })
process.stdout.write(formatServiceAudit(audit))
process.exitCode = audit.verdict === "disproved" ? 1 : 0
