export { type AuditService, createAuditService } from './audit-service.ts';
