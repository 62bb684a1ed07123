"""A run, or a comparison of two, as one HTML file that needs nothing else."""

from reasoner.evals.report.pages import comparison_html, html

__all__ = ["comparison_html", "html"]
