import { ServiceError } from "../../api/errors";

/** The answer to a call, or its failure where it failed at the service; whatever else goes wrong is thrown. */
export async function attempt<T>(call: () => Promise<T>): Promise<T | ServiceError> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
