import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** What is shown when a part of the admin itself fails, instead of an empty window. What was typed is in the journal. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A part of the admin failed', error, info.componentStack);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="admin-width py-16">
        <EmptyState title="Something went wrong here">
          <p>What was saved is safe. Open this again to go on.</p>
          <Button className="mt-4" onClick={() => this.setState({ hasFailed: false })}>
            Open again
          </Button>
        </EmptyState>
      </main>
    );
  }
}
